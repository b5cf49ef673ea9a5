/** The arguments and tags that an ICU message takes, sorted: what each translation of it must take as well. */
export function argumentsOf(message: string): string[] {
  const found = new Set<string>();
  let at = 0;
  const until = (stops: string): string => {
    const from = at;
    while (at < message.length && !stops.includes(message[at] ?? '')) at += 1;
    return message.slice(from, at).trim();
  };
  const text = (): void => {
    while (at < message.length && message[at] !== '}') {
      const rest = message.slice(at);
      const quoted = /^'[{}<>][^']*'/.exec(rest)?.[0] ?? /^''/.exec(rest)?.[0];
      if (quoted) at += quoted.length;
      else if (message[at] === '{') argument();
      else {
        const tag = /^<(\w+)>/.exec(rest)?.[1];
        if (tag) found.add(`<${tag}>`);
        at += 1;
      }
    }
  };
  const argument = (): void => {
    at += 1;
    found.add(until(',}'));
    if (message[at] === ',') {
      at += 1;
      const kind = until(',}');
      while (at < message.length && message[at] !== '}') {
        if (/^(plural|select|selectordinal)$/.test(kind)) {
          until('{}');
          if (message[at] !== '{') break;
          at += 1;
          text();
        }
        at += 1;
      }
    }
    at += 1;
  };
  text();
  return [...found].sort();
}
