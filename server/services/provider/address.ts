import { DomainError } from '@domain/errors';
import type { ProviderKind } from '@domain/provider/provider';
import { env } from '../../env';
import { ownAddresses } from '../../net/own';
import { vetUrl } from '../../net/vet-url';

const wrong = (reason: string, message: string) =>
  new DomainError('unprocessable', message, {
    reason,
    issues: [{ path: ['baseUrl'], code: reason, message }],
  });

/**
 * The base address to store. Names are vetted again whenever they are called.
 * @throws unprocessable `base_url_required`, `base_url_not_used`, `base_url_query`, `blocked_url`
 */
export function checkAddress(kind: ProviderKind, baseUrl: string | null): string | null {
  if (baseUrl === null) {
    if (kind === 'openai_compatible')
      throw wrong('base_url_required', 'This kind of provider needs an address');
    return null;
  }
  if (kind === 'demo') throw wrong('base_url_not_used', 'The demo model has no address');
  const url = vetUrl(baseUrl, { allowLocal: env().TROUPE_ALLOW_LOCAL_PROVIDERS, own: ownAddresses() });
  // Paths are appended to it, and an address is shown to everybody: a key does not belong there.
  if (url.search !== '' || url.hash !== '') throw wrong('base_url_query', 'The address may have no query');
  return url.href.replace(/\/+$/, '');
}
