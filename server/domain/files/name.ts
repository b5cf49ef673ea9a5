import { MAX_SEGMENT_BYTES } from './limits';

/** Names of devices on some systems, whatever follows their dot. */
export const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * A name that any system can hold, made from one that somebody gave: its last segment, without control characters,
 * device names and leading dots, cut to 200 bytes with its ending kept. Never empty.
 */
export function safeName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/[:*?"<>|]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(DEVICE, '_$&');
  return cut(plain === '' ? 'file' : plain);
}

/** The same name as its second, third … copy, cut so that the number stays. `name` is a safe one. */
export function numberedName(name: string, copy: number): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot) : '';
  const encoder = new TextEncoder();
  let stem = [...name.slice(0, name.length - ending.length)];
  const numbered = () => `${stem.join('')} (${copy})${ending}`;
  while (encoder.encode(numbered()).length > MAX_SEGMENT_BYTES) stem = stem.slice(0, -1);
  return numbered();
}

function cut(name: string): string {
  const encoder = new TextEncoder();
  const ending = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? '';
  let stem = [...name.slice(0, name.length - ending.length)];
  while (encoder.encode(stem.join('') + ending).length > MAX_SEGMENT_BYTES) stem = stem.slice(0, -1);
  return stem.join('') + ending;
}
