import { at, type Source, withoutComments } from './sources';

export type Catalogue = { [key: string]: string | Catalogue };

/** Every message by its dotted key. */
export function flatten(catalogue: Catalogue, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [name, value] of Object.entries(catalogue)) {
    const key = prefix ? `${prefix}.${name}` : name;
    if (typeof value === 'string') flat.set(key, value);
    else for (const [inner, message] of flatten(value, key)) flat.set(inner, message);
  }
  return flat;
}

const exactly = (text: string): string => text.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&');
const TRANSLATOR =
  /\b(?:const|let)\s+(\w+)\s*=\s*(?:await\s+)?(?:use|get)Translations\(\s*(?:['"]([\w.]*)['"])?/g;

const PARAMETER = /\b(\w+):\s*ReturnType<typeof (?:use|get)Translations<'([\w.]+)'>>/g;
const TOGETHER = /\bconst\s*\[([^\]]+)\]\s*=\s*await\s+Promise\.all\(\[([\s\S]*?)\]\)/g;
/** A key, or a piece of one, that is known only at run time. */
const ANY = '\0';

type Translator = { name: string; space: string; from: number };

/** Each translator of a file with its part of the catalogue: by itself, as a parameter, or awaited among others. */
function translators(code: string): Translator[] {
  const found = [...code.matchAll(TRANSLATOR), ...code.matchAll(PARAMETER)].map(
    ({ index, 1: name = '', 2: space = '' }): Translator => ({ name, space, from: index }),
  );
  for (const { index, 1: names = '', 2: calls = '' } of code.matchAll(TOGETHER)) {
    const list = calls.split(/,(?![^(]*\))/);
    names.split(',').forEach((name, position) => {
      const space = /\bgetTranslations\(\s*(?:['"]([\w.]*)['"])?/.exec(list[position] ?? '');
      if (space) found.push({ name: name.trim(), space: space[1] ?? '', from: index });
    });
  }
  return found.sort((a, b) => a.from - b.from);
}

type Use = { index: number; key: string; pattern: RegExp; literal: boolean };

/** What a file asks the catalogue for: `t('a')` one key, `` t(`a.${b}`) `` and `t(b)` every key of that shape. */
export function uses({ text }: Pick<Source, 'text'>): Use[] {
  const code = withoutComments(text);
  const declared = translators(code);
  const found: Use[] = [];
  for (const name of new Set(declared.map((translator) => translator.name))) {
    const call = new RegExp(`(?<![\\w.$])${exactly(name)}(?:\\.(?:rich|markup|raw|has))?\\(\\s*`, 'g');
    for (const match of code.matchAll(call)) {
      // Several functions of a file may use one name: the nearest declaration above counts.
      const nearest = declared.findLast((one) => one.name === name && one.from <= match.index);
      if (!nearest) continue;
      for (const argument of alternatives(code.slice(match.index + match[0].length))) {
        found.push(use(match.index, nearest.space, argument));
      }
    }
  }
  return found;
}

/** The first argument; both sides where it is a choice between two literals. */
function alternatives(rest: string): string[] {
  const literal = /^(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*[,)]/.exec(rest);
  if (literal) return [literal[2] ?? ''];
  const choice = /^[^,()'"`]*(?:\([^()]*\)|'[^']*'|[^,()'"`?])*\?\s*'([^']+)'\s*:\s*'([^']+)'\s*[,)]/.exec(
    rest,
  );
  if (choice) return [choice[1] ?? '', choice[2] ?? ''];
  return [ANY];
}

function use(index: number, space: string, argument: string): Use {
  const key = space ? `${space}.${argument}` : argument;
  const pieces = key.split(/\$\{[^}]*\}|\0/);
  return {
    index,
    key,
    pattern: new RegExp(`^${pieces.map(exactly).join('.+')}$`),
    literal: pieces.length === 1,
  };
}

export const usesCatalogue = ({ text }: Source): boolean => /\b(?:use|get)Translations\(/.test(text);

/** Keys asked for that no catalogue has, with file and line. */
export function missingKeys(sources: Source[], keys: string[]): string[] {
  return sources.flatMap((source) =>
    uses(source)
      .filter(({ pattern }) => !keys.some((key) => pattern.test(key)))
      .map(({ index, key }) => at(source, index, `no message ${key.replaceAll(ANY, '…')}`)),
  );
}

/** Keys that no file asks for. */
export function unusedKeys(sources: Source[], keys: string[]): string[] {
  const asked = sources.flatMap(uses);
  return keys.filter((key) => !asked.some(({ pattern }) => pattern.test(key)));
}
