/**
 * A prompt's blocks stand between tags. What anybody but this code wrote is escaped on the way in, so that no text
 * can close its own block or open another.
 */
const TAGS = [
  'slot',
  'contract',
  'reviewer',
  'goal',
  'input',
  'work',
  'work_contract',
  'previous',
  'issue',
  'round',
  'hint',
  'contract_schema',
  'task',
  'worker',
  'turn',
  'target',
] as const;
export type Tag = (typeof TAGS)[number];

const FORGED = new RegExp(`<(/?)(?=(?:${TAGS.join('|')})\\b)`, 'gi');
const ESCAPED = new RegExp(`&lt;(/?)(?=(?:${TAGS.join('|')})\\b)`, 'gi');

/** Text of somebody else, safe to stand inside a block. */
export const escapeTags = (text: string): string =>
  text.includes('<') ? text.replace(FORGED, '&lt;$1') : text;

/** Text as it stands between an attribute's quotation marks. */
export const attributeText = (value: string): string => (/[\r\n&"<]/.test(value) ? escaped(value) : value);

const escaped = (value: string): string =>
  value
    .replace(/[\r\n]+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/</g, '&lt;');

const plain = (value: string): string =>
  value
    .replace(/&lt;/g, '<')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

/** One block; `text` must have been escaped where it came from outside. */
export function block(tag: Tag, text: string, attributes: Record<string, string> = {}): string {
  const shown = Object.entries(attributes).map(([name, value]) => ` ${name}="${attributeText(value)}"`);
  return `<${tag}${shown.join('')}>\n${text}\n</${tag}>`;
}

export type ReadBlock = { text: string; attributes: Record<string, string> };

/** The blocks of one kind in a prompt, as they were before they were escaped. */
export function readBlocks(prompt: string, tag: Tag): ReadBlock[] {
  const found = prompt.matchAll(
    new RegExp(`^<${tag}((?: \\w+="[^"]*")*)>\\n([\\s\\S]*?)\\n</${tag}>$`, 'gm'),
  );
  return [...found].map(([, attributes = '', text = '']) => ({
    text: text.replace(ESCAPED, '<$1'),
    attributes: Object.fromEntries(
      [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]),
    ),
  }));
}
