/** What a file is by its ending. Never `text/html`: nothing that a model writes is a page. */
const BY_ENDING: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const endingOf = (path: string): string | undefined => /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase();

/** Of a text that a slot writes: what is not known as another kind of text is plain. */
export function textTypeOf(path: string): string {
  const found = BY_ENDING[endingOf(path) ?? ''];
  return found?.startsWith('text/') || found === 'application/json' ? found : 'text/plain';
}

/** Of bytes that a person brings; null: this kind of file is not taken. */
export const attachedTypeOf = (name: string): string | null => BY_ENDING[endingOf(name) ?? ''] ?? null;

export const isText = (mediaType: string): boolean =>
  mediaType.startsWith('text/') || mediaType === 'application/json';
