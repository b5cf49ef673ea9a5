import { DomainError } from '@domain/errors';
import type { VersionRow } from './present';

/** That nobody has decided on the version yet. @throws conflict `already_applied`, `already_rejected` */
export function draftOnly(row: VersionRow): void {
  if (row.status === 'draft') return;
  const reason = row.status === 'applied' ? 'already_applied' : 'already_rejected';
  throw new DomainError('conflict', `This version was ${row.status} already`, { reason });
}
