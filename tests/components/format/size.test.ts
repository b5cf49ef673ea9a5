import { describe, expect, it } from 'vitest';
import { formatSize } from '../../../components/format/size';

const plain = (text: string): string => text.replace(/\s/g, ' ');

describe('the size of a file', () => {
  it.each([
    [0, '0 bytes', '0 байт'],
    [1, '1 byte', '1 байт'],
    [3, '3 bytes', '3 байта'],
    [39, '39 bytes', '39 байт'],
    [1_500, '1.5 kB', '1,5 кБ'],
    [25_000_000, '25 MB', '25 МБ'],
  ])('of %i is in the words of the language', (bytes, english, russian) => {
    expect(plain(formatSize(bytes, 'en'))).toBe(english);
    expect(plain(formatSize(bytes, 'ru'))).toBe(russian);
  });
});
