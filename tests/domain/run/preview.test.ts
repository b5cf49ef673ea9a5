import { previewOf } from '@domain/run/preview';
import { describe, expect, it } from 'vitest';

const of = (value: unknown, schema?: Record<string, unknown>) =>
  previewOf({ text: 'as said', value }, schema);

describe('the preview of a delivery', () => {
  it('is the beginning of its text', () => {
    expect(of(undefined)).toBe('as said');
    expect(previewOf({ text: 'x'.repeat(300) }, undefined)).toHaveLength(280);
  });

  it('is its fields in their order, and never the document that they came in', () => {
    const value = { b: 'two\nlines', a: true, c: 1.5, d: ['x', 'y'], e: [], f: { g: 1 }, h: null };
    expect(of(value, { propertyOrdering: ['a', 'b', 'x'] })).toBe(
      'a: ✓ · b: two lines · c: 1.5 · d: x, y · e: – · f: … · h: –',
    );
    expect(of({ d: Array.from({ length: 9 }, (_, at) => at) })).toBe('d: 0, 1, 2, 3, 4, …');
  });

  it('stays short, whatever a model has said', () => {
    expect(of({ a: 'x'.repeat(1_000_000), b: 'y' })).toHaveLength(280);
    expect(of({ a: Array.from({ length: 100_000 }, () => 'long words') }).length).toBeLessThanOrEqual(280);
    expect(of({})).toBe('');
    expect(of([1])).toBe('0: 1');
  });
});
