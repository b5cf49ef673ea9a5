/** Characters that a token of English text or code has; other scripts take about a token a character. */
const ASCII_PER_TOKEN = 4;

/**
 * Tokens of a text, estimated in one pass: ASCII at four characters a token, everything else at one.
 * It is what budgets and the demo model count by; what a provider reports is the truth.
 */
export function estimateTokens(text: string): number {
  if (isAscii(text)) return Math.ceil(text.length / ASCII_PER_TOKEN);
  let ascii = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) ascii++;
  return Math.ceil(ascii / ASCII_PER_TOKEN + text.length - ascii);
}

/** Much faster than looking at each character. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** The mark that a shortened text ends with, so that a model never takes a part for the whole. */
const CUT = '\n[… shortened]';

/** The longest beginning of `text` that fits into `budget` tokens, marked where it was cut; one pass, no further than needed. */
export function fitTokens(text: string, budget: number): string {
  if (isAscii(text) && text.length / ASCII_PER_TOKEN <= budget) return text;
  const room = budget - estimateTokens(CUT);
  let cost = 0;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    cost += text.charCodeAt(i) < 128 ? 1 / ASCII_PER_TOKEN : 1;
    if (cost <= room) end = i + 1;
    if (cost > budget) return room <= 0 ? '' : wellFormed(text.slice(0, end)) + CUT;
  }
  return text;
}

/** Half of a surrogate pair is no character. */
const wellFormed = (text: string): string => {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
};
