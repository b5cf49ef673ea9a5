import { detect, MAX_ADDED, type Rejection, withContract } from '@domain/evolution/detect';
import { share } from '@domain/evolution/interval';
import { checkManifest } from '@domain/team/check-manifest';
import { describe, expect, it } from 'vitest';
import { accepted, document, slot } from '../team/documents';

const manifest = accepted(
  document({ kind: 'review_gate' }, [
    slot('work', { contract: { text: 'A guide' } }),
    slot('check', { review: true }),
  ]),
);
const rejection = (run: number, seq: number, ...issues: [string, string][]): Rejection => ({
  runId: `run-${run}`,
  seq,
  executorSlot: 'work',
  reviewerSlot: 'check',
  issues: issues.map(([criterion, text]) => ({ criterion, text })),
});
const contractOf = (...rejections: Rejection[]) => detect(manifest, rejections, new Set())[0]?.contract;

describe('the detector', () => {
  it('counts all runs and names the newest fifty', () => {
    const many = Array.from({ length: 120 }, (_, run) => rejection(run, 5, ['Sources', 'Name them']));
    const [proposal] = detect(manifest, many, new Set());
    expect(proposal).toMatchObject({ rejections: 120, runs: 120 });
    expect(proposal?.runIds).toHaveLength(50);
    expect(proposal?.runIds.at(-1)).toBe('run-119');
  });

  it.each([
    ['nothing', [], 0],
    ['one rejection', [rejection(1, 5, ['Sources', 'Name them'])], 0],
    ['two in one run', [rejection(1, 5, ['Sources', 'Name them']), rejection(1, 9, ['Sources', 'All'])], 0],
    ['two in two runs', [rejection(1, 5, ['Sources', 'Name them']), rejection(2, 5, ['Sources', 'All'])], 1],
  ])('after %s (T-120)', (_what, rejections, proposals) => {
    expect(detect(manifest, rejections, new Set())).toHaveLength(proposals);
  });

  it('counts each pair by itself (T-117, T-120)', () => {
    const other = { ...rejection(2, 5, ['Sources', 'All']), reviewerSlot: 'legal' };
    expect(detect(manifest, [rejection(1, 5, ['Sources', 'x']), other], new Set())).toEqual([]);
  });

  it('extends the executor’s contract by what repeats, in its newest words (T-122)', () => {
    expect(
      contractOf(
        rejection(1, 5, ['Sources', 'Name them'], ['Tone', 'Too loud']),
        rejection(2, 5, ['sources ', 'Name all\nthree']),
      ),
    ).toBe('A guide\n\nReviews asked for this more than once:\n- sources: Name all three');
  });

  it('takes the newest words where nothing was asked for twice (T-122)', () => {
    expect(
      contractOf(rejection(1, 5, ['Sources', 'Name them']), rejection(2, 5, ['Tone', 'Too loud'])),
    ).toMatch(/- Tone: Too loud$/);
  });

  it('adds no more than 1,000 characters, whole lines, and the result is a version (T-122)', () => {
    const long = Array.from({ length: 30 }, (_, n): [string, string] => [`Criterion ${n}`, 'x'.repeat(90)]);
    const contract = contractOf(rejection(1, 5, ...long), rejection(2, 5, ...long))!;
    expect(contract.length - 'A guide'.length).toBeLessThanOrEqual(MAX_ADDED);
    expect(
      contract
        .split('\n')
        .slice(3)
        .every((line) => line.endsWith('x'.repeat(90))),
    ).toBe(true);
    expect(checkManifest(withContract(manifest, 'work', contract)).issues).toBeUndefined();
  });

  it('proposes nothing where a proposal is open, the contract says it already, or the slot is gone (T-120)', () => {
    const rejections = [rejection(1, 5, ['Sources', 'All']), rejection(2, 5, ['Sources', 'All'])];
    expect(detect(manifest, rejections, new Set(['work<check']))).toEqual([]);
    const told = withContract(manifest, 'work', contractOf(...rejections)!);
    expect(detect(told, rejections, new Set())).toEqual([]);
    expect(detect({ slots: manifest.slots.slice(1) }, rejections, new Set())).toEqual([]);
  });

  it('names the runs and the very facts, and is the same for the same rejections (T-121)', () => {
    const rejections = [rejection(1, 5, ['Sources', 'All']), rejection(2, 7, ['Sources', 'All'])];
    const [proposal] = detect(manifest, rejections, new Set());
    expect(proposal).toMatchObject({
      runIds: ['run-1', 'run-2'],
      evidence: [
        { runId: 'run-1', seq: 5 },
        { runId: 'run-2', seq: 7 },
      ],
    });
    expect(detect(manifest, structuredClone(rejections), new Set())).toEqual([proposal]);
  });
});

it('a share comes with its interval, wide for few runs (T-116)', () => {
  expect(share(0, 0)).toBeNull();
  expect(share(8, 10)).toMatchObject({
    value: 0.8,
    low: expect.closeTo(0.49, 2),
    high: expect.closeTo(0.943, 2),
  });
  expect(share(10, 10)?.high).toBeCloseTo(1, 9);
});
