import { DomainError } from '@domain/errors';

/** The answer for every address that we do not call. It says nothing about what stands behind the address. */
export const blockedUrl = (): DomainError =>
  new DomainError('unprocessable', 'This address may not be called', { reason: 'blocked_url' });
