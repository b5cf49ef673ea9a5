import type { Manifest } from '../team/manifest';
import type { Slot } from '../team/slot';

/*
 * The detector: what reviews of a version say again and again becomes a draft of the next one. It has no memory of its
 * own and no model: the same rejections give the same proposal.
 *
 * A pair (executor ← reviewer) counts its rejections in settled runs of the version in force, from the last decision
 * about a proposal for that pair on. With two rejections in two runs there is a proposal, unless one for the pair and
 * the version is open already: the executor's contract, extended by what was asked for repeatedly.
 */

/** One `plan.task.rejected` of a settled run. */
export type Rejection = {
  runId: string;
  seq: number;
  executorSlot: string;
  reviewerSlot: string;
  issues: readonly { criterion: string; text: string }[];
};

export type Evidence = { runId: string; seq: number };
export type Feedback = { criterion: string; text: string; times: number };
export type Proposal = {
  executorSlot: string;
  reviewerSlot: string;
  rejections: number;
  /** Runs in which they were; `runIds` and `evidence` name the newest. */
  runs: number;
  runIds: string[];
  evidence: Evidence[];
  feedback: Feedback[];
  /** The executor's contract as it would be. */
  contract: string;
};

export const MIN_REJECTIONS = 2;
export const MIN_RUNS = 2;
/** UTF-16 units by which a contract grows at most. */
export const MAX_ADDED = 1_000;
/** Facts and runs that a proposal names; the newest. */
const MAX_EVIDENCE = 50;

export const pairOf = (executorSlot: string, reviewerSlot: string): string =>
  `${executorSlot}<${reviewerSlot}`;

/** Proposals for every pair that has been rejected often enough, `rejections` oldest first. */
export function detect(
  { slots }: Pick<Manifest, 'slots'>,
  rejections: readonly Rejection[],
  open: ReadonlySet<string>,
): Proposal[] {
  const pairs = new Map<string, Rejection[]>();
  for (const rejection of rejections) {
    const pair = pairOf(rejection.executorSlot, rejection.reviewerSlot);
    pairs.set(pair, [...(pairs.get(pair) ?? []), rejection]);
  }
  return [...pairs].flatMap(([pair, all]): Proposal[] => {
    const first = all[0]!;
    const slot = slots.find(({ id }) => id === first.executorSlot);
    const runIds = [...new Set(all.map(({ runId }) => runId))];
    if (!slot || open.has(pair) || all.length < MIN_REJECTIONS || runIds.length < MIN_RUNS) return [];
    const feedback = repeated(all);
    const contract = extended(slot, feedback);
    if (contract === slot.contract.text) return [];
    return [
      {
        executorSlot: first.executorSlot,
        reviewerSlot: first.reviewerSlot,
        rejections: all.length,
        runs: runIds.length,
        runIds: runIds.slice(-MAX_EVIDENCE),
        evidence: all.slice(-MAX_EVIDENCE).map(({ runId, seq }) => ({ runId, seq })),
        feedback,
        contract,
      },
    ];
  });
}

/** Criteria by how often they were named, in their newest words. */
export function feedbackOf(rejections: readonly Rejection[]): Feedback[] {
  const found = new Map<string, Feedback>();
  for (const { issues } of rejections) {
    for (const { criterion, text } of issues) {
      const key = criterion.trim().toLowerCase();
      const times = (found.get(key)?.times ?? 0) + 1;
      found.set(key, { criterion: criterion.trim(), text: text.trim(), times });
    }
  }
  return [...found.values()].sort((a, b) => b.times - a.times);
}

/** What was asked for more than once; if nothing was, the newest of all. */
function repeated(rejections: readonly Rejection[]): Feedback[] {
  const often = feedbackOf(rejections).filter(({ times }) => times > 1);
  const newest = rejections.at(-1)?.issues[0];
  if (often.length > 0 || !newest) return often;
  return [{ criterion: newest.criterion.trim(), text: newest.text.trim(), times: 1 }];
}

/** Stands in a contract above what reviews have added to it. */
export const LEARNED = 'Reviews asked for this more than once:';
const HEAD = `\n\n${LEARNED}`;

/** The contract with as much of the feedback as fits; what it says already is not said again. */
function extended({ contract }: Slot, feedback: readonly Feedback[]): string {
  const lines: string[] = [];
  let left = MAX_ADDED - HEAD.length;
  for (const { criterion, text } of feedback) {
    const line = `\n- ${[criterion, text].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ')}`;
    if (line.length > left || contract.text.includes(line)) continue;
    lines.push(line);
    left -= line.length;
  }
  return lines.length > 0 ? `${contract.text}${HEAD}${lines.join('')}` : contract.text;
}

/** The manifest with the executor's contract replaced. */
export const withContract = (manifest: Manifest, slotId: string, text: string): Manifest => ({
  ...manifest,
  slots: manifest.slots.map((slot) =>
    slot.id === slotId ? { ...slot, contract: { ...slot.contract, text } } : slot,
  ),
});
