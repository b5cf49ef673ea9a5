import { DomainError } from '../errors';
import type { Plan } from '../run/plan';
import type { Manifest } from '../team/manifest';

/** @throws unprocessable `protocol_not_available`: such a manifest can be saved, a run of it cannot be started yet. */
export function notAvailable({ protocol }: Manifest): Plan {
  throw new DomainError('unprocessable', 'Runs of this protocol cannot be started yet', {
    reason: 'protocol_not_available',
    details: { protocol: protocol.kind },
  });
}
