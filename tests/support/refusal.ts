import { DomainError } from '@domain/errors';

/** What a verb is refused with: status, reason, and the details that a test looks at. */
export async function refusal(work: Promise<unknown>): Promise<DomainError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('expected a refusal, but it was done');
}
