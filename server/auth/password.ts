import { hash, verify } from '@node-rs/argon2';

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane; about 25 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same characters however a keyboard composes them. */
const plain = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(plain(password), COST);

let dummy: Promise<string> | undefined;

/** A hash that no password fits, so that an unknown address costs what a known one costs. */
const dummyHash = (): Promise<string> => {
  dummy ??= hash(crypto.randomUUID(), COST);
  return dummy;
};

/** Does the password fit? Takes the same time for a person without a stored hash (null), and answers false. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await dummyHash());
  // Awaited in both cases: the first call of a process would otherwise give an unknown address away.
  await dummyHash();
  const fits = await verify(against, plain(password));
  return stored !== null && fits;
}
