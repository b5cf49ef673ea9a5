import { ROLES, type Role, rankOf } from '@domain/access/actor';
import { allows, type Permission, POLICY } from '@domain/access/policy';
import { beforeAll, expect, it } from 'vitest';
import type { Meta } from '../../server/trpc/init';
import { appRouter } from '../../server/trpc/root';
import { testDatabase } from '../support/database';
import { bytesOf, cookieOf, errorOf } from '../support/requests';
import { closeEngineAfterwards } from '../support/runtime';
import { addPerson, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';
import { call, type Kind } from './call';
import { INPUTS } from './inputs';
import { canary, makeWorld, nowhere, type World } from './world';

const db = await testDatabase();
closeEngineAfterwards();

type Procedure = { path: string; kind: Kind; meta: Meta | undefined };
const procedures: Procedure[] = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { type, meta } = (procedure as unknown as { _def: { type: Kind; meta?: Meta } })._def;
  return { path, kind: type, meta };
});
const permissionOf = ({ meta }: Procedure): Permission | null =>
  meta && 'permission' in meta ? meta.permission : null;

it('gives every procedure a policy, and every policy is a row of the table', () => {
  const without = procedures.filter(({ meta }) => !meta).map(({ path }) => path);
  expect(without).toEqual([]);
  for (const procedure of procedures) {
    const permission = permissionOf(procedure);
    if (permission) expect(Object.keys(POLICY)).toContain(permission);
    else expect(procedure.meta).toEqual({ access: expect.stringMatching(/^(public|self)$/) });
  }
});

it('lets nothing but a person’s own affairs go without a permission', () => {
  const open = procedures.filter((procedure) => !permissionOf(procedure)).map(({ path }) => path);
  expect(open.sort()).toEqual([
    'account.changePassword',
    'account.me',
    'account.update',
    'organization.create',
    'organization.list',
  ]);
});

it('has an input for every procedure, and none for what is gone', () => {
  expect(Object.keys(INPUTS).sort()).toEqual(procedures.map(({ path }) => path).sort());
});

// ---- the matrix -----------------------------------------------------------------------------------

const STRANGERS = ['anonymous', 'foreign owner', 'removed member'] as const;
const PRINCIPALS = [...STRANGERS, 'suspended owner', 'admin of a unit below', ...ROLES] as const;
type Principal = (typeof PRINCIPALS)[number];

const isRole = (who: Principal): who is Role => (ROLES as readonly string[]).includes(who);

/** The status of a refusal, or null: may call. Whatever is not listed is refused. */
function refusalOf(procedure: Procedure, who: Principal): number | null {
  if (procedure.meta && 'access' in procedure.meta)
    return procedure.meta.access === 'self' && who === 'anonymous' ? 401 : null;
  if (who === 'anonymous') return 401;
  if (who === 'foreign owner' || who === 'removed member') return 404;
  const permission = permissionOf(procedure);
  if (who === 'suspended owner' || !permission) return 403;
  const rank = isRole(who) ? rankOf(who) : rankOf('admin');
  return allows(permission, { atRank: isRole(who) ? rank : 0, useRank: rank }) ? null : 403;
}

/** Someone of each kind, with a session; `suspended` has its own organization, whose members are locked out. */
async function cookieFor(who: Principal, org: TestOrg): Promise<string | undefined> {
  if (who === 'anonymous') return undefined;
  if (who === 'foreign owner') return cookieOf(db, (await makeWorld(db)).org.owner.userId!);
  if (who === 'suspended owner') {
    await db.admin.query('UPDATE organization SET suspended_at = now() WHERE org_id = $1', [org.orgId]);
    return cookieOf(db, org.owner.userId!);
  }
  const unit = who === 'admin of a unit below' ? (await addUnit(db, org, 'below')).id : undefined;
  const role = isRole(who) ? who : who === 'removed member' ? null : 'admin';
  return cookieOf(db, (await addPerson(db, org, role, unit)).userId);
}

type Made = Awaited<ReturnType<typeof makeWorld>>;

/** What nobody changes is made once: for refusals and for questions. */
let still: Made;
let suspended: Made;
const cookies = new Map<Principal, string | undefined>();
beforeAll(async () => {
  still = await makeWorld(db, { running: true });
  suspended = await makeWorld(db, { running: true });
  for (const who of PRINCIPALS)
    cookies.set(who, await cookieFor(who, who === 'suspended owner' ? suspended.org : still.org));
});

const inputOf = (procedure: Procedure, world: World, slug = world.slug) => ({
  ...INPUTS[procedure.path]!(world),
  ...(permissionOf(procedure) ? { org: slug } : {}),
});

/** Statement triggers that count every write, also of a transaction that is rolled back. */
beforeAll(async () => {
  await db.admin.query(`CREATE SEQUENCE public.writes;
    CREATE FUNCTION public.count_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN PERFORM nextval('public.writes'); RETURN NULL; END $$;
    DO $$ DECLARE t text; BEGIN
      FOR t IN SELECT c.relname FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        AND c.relname NOT IN ('rate_limit', 'audit') LOOP
        EXECUTE format('CREATE TRIGGER count_write AFTER INSERT OR UPDATE OR DELETE ON public.%I
          FOR EACH STATEMENT EXECUTE FUNCTION public.count_write()', t);
      END LOOP; END $$`);
});
const writes = async (): Promise<number> =>
  Number((await db.admin.query(`SELECT nextval('public.writes') AS n`)).rows[0].n);

const cells = procedures.flatMap((procedure) =>
  PRINCIPALS.map((who) => ({ procedure, path: procedure.path, who, refusal: refusalOf(procedure, who) })),
);
const denied = cells.filter(({ refusal }) => refusal !== null);
const allowed = cells.filter(({ refusal }) => refusal === null);

it.each(denied)('$path refuses $who with $refusal, writes nothing and says nothing', async (cell) => {
  const { procedure, who, refusal } = cell;
  const { world } = who === 'suspended owner' ? suspended : still;
  const before = await writes();
  const answer = await call(procedure, inputOf(procedure, world), cookies.get(who));
  expect(answer.status).toBe(refusal);
  expect(await answer.text()).not.toContain(canary(world.slug));
  expect(await writes()).toBe(before + 1);
});

/** What a call that may be made is answered all the same, because of what it asks. */
const ASKED_WRONGLY: Record<string, string> = {
  'account.changePassword': 'wrong_password',
  'run.adopt': 'not_abandoned',
  'run.handOver': 'not_a_handoff',
};

it.each(allowed)('$path lets $who call it', async ({ procedure, path, who }) => {
  const own = procedure.kind === 'mutation' && who !== 'anonymous' && who !== 'suspended owner';
  const made = own
    ? await makeWorld(db, { running: /^((run|approval)\.|version\.rehearse$)/.test(path) })
    : still;
  const cookie = own ? await cookieFor(who, made.org) : cookies.get(who);
  const answer = await call(procedure, inputOf(procedure, made.world), cookie);
  const reason = answer.status === 200 ? undefined : (await errorOf(answer)).reason;
  expect(reason).toBe(ASKED_WRONGLY[path]);
});

it.each(procedures.filter((one) => permissionOf(one)))(
  '$path answers the names of another organization as it answers names of nothing',
  async (procedure) => {
    const { org } = await makeWorld(db);
    const cookie = await cookieOf(db, org.owner.userId!);
    const same = async (ask: (world: World) => Promise<Response>) => {
      const [theirs, none] = [await ask(still.world), await ask(nowhere(`no-${org.slug}`))];
      expect([theirs.status, none.status]).toEqual([404, 404]);
      expect(await bytesOf(theirs)).toBe(await bytesOf(none));
    };
    await same((world) => call(procedure, inputOf(procedure, world), cookie));
    const names = INPUTS[procedure.path]!;
    const named = JSON.stringify(names(still.world)) !== JSON.stringify(names(nowhere('')));
    if (named) await same((world) => call(procedure, inputOf(procedure, world, org.slug), cookie));
  },
);
