const LITERAL = /'([a-z_]+)'/g;
/** `reason: 'x'`, `reason = a ? 'x' : 'y'`, `reason || 'x'`: up to where the expression ends. */
const SAID = /\breason\b\s*(?::|=|\|\|)\s*([^,;}]*)/g;
const RETRIED = /\bretryOrFail\(([^)]*)\)/g;

const literals = (text: string): string[] => [...text.matchAll(LITERAL)].map(([, word = '']) => word);

/** Every reason that a source writes beside the end of a run or of a step. */
export const reasonsIn = (code: string): string[] =>
  [SAID, RETRIED].flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(([, said = '']) => literals(said)),
  );

/** The names of an object that is written as `const NAME = { a: …, b: … } as const`. */
export const namesOf = (code: string, name: string): string[] => {
  const [, body = ''] = new RegExp(`const ${name} = \\{([\\s\\S]*?)\\} as const`).exec(code) ?? [];
  return [...body.matchAll(/^\s*(\w+):/gm)].map(([, key = '']) => key);
};
