import { DomainError } from '@domain/errors';

/** The most that a JSON request may hold, packed or unpacked (bytes). */
const MAX_BODY = 1_000_000;

const tooLarge = () => new DomainError('too_large', 'The request is too large');

/** @throws unsupported_media_type unless the request says that it is JSON. */
export function requireJson(headers: Headers): void {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('unsupported_media_type', 'Send JSON');
}

/**
 * The body as text. Bytes are counted while they arrive, and once more while they unpack, so that neither a
 * missing length nor a small archive of a large text gets past the limit.
 * @throws too_large, unsupported_media_type (an encoding other than gzip), bad_request (no such encoding, no UTF-8).
 */
export async function readText(request: Request, max = MAX_BODY): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  if (!request.body) return '';
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return decode(await collect(request.body, max));
  if (encoding !== 'gzip') throw new DomainError('unsupported_media_type', 'Send the body unpacked');
  const packed = await collect(request.body, max);
  return decode(await collect(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')), max));
}

/** The body as it is, no more than `max` bytes. @throws too_large, unsupported_media_type (packed), bad_request */
export async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge();
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw new DomainError('unsupported_media_type', 'Send the body unpacked');
  return request.body ? collect(request.body, max) : new Uint8Array();
}

/** The JSON in a body. @throws bad_request for what is none, and what `readText` throws. */
export async function readJson(request: Request, max = MAX_BODY): Promise<unknown> {
  requireJson(request.headers);
  const text = await readText(request, max);
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('bad_request', 'The request is not valid JSON');
  }
}

async function collect(stream: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > max) throw tooLarge();
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (error instanceof DomainError) throw error;
    throw new DomainError('bad_request', 'The body broke off');
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError('bad_request', 'The request is not valid UTF-8');
  }
}
