import { DomainError } from '@domain/errors';
import { attachedTypeOf, isText } from '@domain/files/media-type';

/** How files of a kind begin. */
const BEGINNINGS: Readonly<Record<string, string[]>> = {
  'application/pdf': ['%PDF-'],
  'image/png': ['\x89PNG\r\n\x1a\n'],
  'image/jpeg': ['\xff\xd8\xff'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/webp': ['RIFF'],
  'application/zip': ['PK\x03\x04', 'PK\x05\x06'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['PK\x03\x04'],
};

const refused = () =>
  new DomainError(
    'unsupported_media_type',
    'This kind of file is not taken, or it is not what its name says',
    {
      reason: 'unsupported_file',
    },
  );

/** What a file is: by its ending, as long as its bytes agree. @throws unsupported_media_type */
export function kindOf(name: string, bytes: Uint8Array): { mediaType: string; text: string | null } {
  const mediaType = attachedTypeOf(name);
  if (mediaType === null) throw refused();
  if (isText(mediaType)) return { mediaType, text: textOf(bytes) };
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (!BEGINNINGS[mediaType]?.some((beginning) => head.startsWith(beginning))) throw refused();
  return { mediaType, text: null };
}

function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw refused();
    return text;
  } catch {
    throw refused();
  }
}
