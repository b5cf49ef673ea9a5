const LITERAL = /'([a-z_]+)'/g;
/** `reason: 'x'`, `reason = a ? 'x' : 'y'`, `reason || 'x'`: up to where the expression ends. */
const SAID = /\breason\b\s*(?::|=|\|\|)\s*([^,;}]*)/g;
const RETRIED = /\bretryOrFail\(([^)]*)\)/g;

/** What is compared with and which field is meant are no reasons. */
const ASIDE = /[!=]==\s*'[a-z_]+'|\['[a-z_]+'\]/g;

const literals = (text: string): string[] =>
  [...text.replaceAll(ASIDE, '').matchAll(LITERAL)].map(([, word = '']) => word);

/** Every reason that a source writes beside the end of a run or of a step. */
export const reasonsIn = (code: string): string[] =>
  [SAID, RETRIED].flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, said = '']) => literals(said)),
  );

/** The reasons that a source writes by the name of a constant: `const NAME = 'x'`, then `reason: NAME`. */
export const constantsIn = (code: string): string[] =>
  [...code.matchAll(/\bconst ([A-Z_]+) = '([a-z_]+)'/g)].map(([, , word = '']) => word);

/** The words of a union of literals that is written as `type NAME = | 'a' | 'b'`, up to its semicolon. */
export const wordsOf = (code: string, name: string): string[] =>
  literals(new RegExp(`\\btype ${name} =([^;]*;)`).exec(code)?.[1] ?? '');

/** The names of an object that is written as `const NAME = { a: …, b: … } as const`. */
export const namesOf = (code: string, name: string): string[] => {
  const [, body = ''] = new RegExp(`const ${name} = \\{([\\s\\S]*?)\\} as const`).exec(code) ?? [];
  return [...body.matchAll(/^\s*(\w+):/gm)].map(([, key = '']) => key);
};
