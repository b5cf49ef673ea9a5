/** The JSON of an answer, also where a model put it into a code fence or between sentences; undefined: there is none. */
export function jsonIn(text: string): unknown {
  const fence = /```(?:json)?\s*\n([\s\S]*?)```/.exec(text);
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, fence?.[1], braces]) {
    if (!candidate) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may be one.
    }
  }
  return undefined;
}
