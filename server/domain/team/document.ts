import { DomainError, type ErrorCode, type Issue } from '../errors';
import { MAX_MANIFEST_BYTES, MAX_MANIFEST_DEPTH } from './limits';
import { textIssues } from './size';

const refuse = (code: ErrorCode, reason: string, message: string): DomainError =>
  new DomainError(code, message, { reason, issues: [{ path: [], code: reason, message } satisfies Issue] });

/**
 * Refuses a document that was made to exhaust a stack; walks without recursion itself.
 * @throws bad_request `too_deep`
 */
export function refuseDeep(root: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let node = open.pop(); node; node = open.pop()) {
    if (typeof node.value !== 'object' || node.value === null) continue;
    const depth = node.depth + 1;
    if (depth > MAX_MANIFEST_DEPTH)
      throw refuse('bad_request', 'too_deep', 'The document is nested too deeply');
    for (const value of Object.values(node.value)) open.push({ value, depth });
  }
}

/**
 * An unfinished manifest as the JSON text to store; what it means is not looked at.
 * @throws bad_request when it is no object or too deep, too_large above 768 KiB, unprocessable `bad_text`
 */
export function storableDocument(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('bad_request', 'bad_document', 'A manifest is a JSON object');
  refuseDeep(value);
  const text = JSON.stringify(value);
  if (new TextEncoder().encode(text).length > MAX_MANIFEST_BYTES)
    throw refuse('too_large', 'too_large', 'A manifest has at most 768 KiB');
  const issues = textIssues(value);
  if (issues.length > 0)
    throw new DomainError('unprocessable', 'The text has characters that cannot be stored', {
      reason: 'bad_text',
      issues,
    });
  return text;
}
