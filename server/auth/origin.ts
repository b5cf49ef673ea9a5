import { DomainError } from '@domain/errors';
import { env } from '../env';

/**
 * Refuses a change that another site's page asked for. The browser says where a request comes from: its `Origin`
 * must be ours, or its `Sec-Fetch-Site` must say so. Neither of them: refused as well, a browser sends one.
 * @throws forbidden `cross_origin`.
 */
export function requireOwnOrigin(headers: Headers): void {
  const origin = headers.get('origin');
  const own = new URL(env().TROUPE_URL).origin;
  const sameSite = headers.get('sec-fetch-site') === 'same-origin' && origin !== 'null';
  if (origin === own || sameSite) return;
  throw new DomainError('forbidden', 'This request came from another site', { reason: 'cross_origin' });
}
