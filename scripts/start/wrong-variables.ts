import type { z } from 'zod';
import { parseEnv } from '../../server/env';
import { PlainError } from './plain-error';
import type { Variables } from './variables';

type Issue = z.core.$ZodIssue;

/** One sentence per wrong variable. Never its value: that may be a secret. Missing ones are made later. */
export function wrongVariables(variables: Variables): string[] {
  const result = parseEnv(variables);
  if (result.success) return [];
  const sentences = new Map<string, string>();
  for (const issue of result.error.issues) {
    const name = String(issue.path[0]);
    if (variables[name] && !sentences.has(name)) sentences.set(name, `${name} ${problem(issue)}.`);
  }
  return [...sentences.values()];
}

/** @throws PlainError with one line per wrong variable */
export function requireVariables(variables: Variables): void {
  const wrong = wrongVariables(variables);
  if (wrong.length > 0) throw new PlainError(wrong.join('\n'));
}

function problem(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_type':
      return 'must be a whole number';
    case 'invalid_format':
      return 'must be an address such as https://troupe.example';
    case 'invalid_value':
      // A yes-or-no accepts a dozen words; two are enough to know.
      return issue.values.includes('true')
        ? 'must be true or false'
        : `must be one of: ${issue.values.map(String).join(', ')}`;
    default:
      return issue.message;
  }
}
