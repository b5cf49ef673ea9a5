/** Characters that a token of English text or code has; other scripts take about a token a character. */
const ASCII_PER_TOKEN = 4;

/**
 * Tokens of a text, estimated in one pass: ASCII at four characters a token, everything else at one.
 * It is what budgets and the demo model count by; what a provider reports is the truth.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) ascii++;
  return Math.ceil(ascii / ASCII_PER_TOKEN + text.length - ascii);
}

/** The mark that a shortened text ends with, so that a model never takes a part for the whole. */
const CUT = '\n[… shortened]';

/** The longest beginning of `text` that fits into `budget` tokens, marked where it was cut. */
export function fitTokens(text: string, budget: number): string {
  if (estimateTokens(text) <= budget) return text;
  const room = budget - estimateTokens(CUT);
  if (room <= 0) return '';
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) <= room) low = middle;
    else high = middle - 1;
  }
  // Half of a surrogate pair is no character.
  const end =
    low > 0 && text.charCodeAt(low - 1) >= 0xd800 && text.charCodeAt(low - 1) <= 0xdbff ? low - 1 : low;
  return text.slice(0, end) + CUT;
}
