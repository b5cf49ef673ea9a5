// Engine: claims what is ready; each claim re-checks its run's starter.
import { type Candidate, listReady } from '../../db/journal/engine';
import { log } from '../../log';
import { claimStep } from './claim';
import type { Claimed } from './claimed';
import { executeStep } from './execute';
import { mayContinue } from './fairness';
import { takeRoom } from './room';
import type { Runtime } from './runtime';

/** Candidates read at a time: enough that workers who read the same ones still each find one. */
const CANDIDATES = 10;
/** Lists whose every candidate was lost to other workers, before this one leaves the rest to them. */
const LOOKS = 3;

/**
 * One more step can run: the one that rang, unless another organization is kept waiting, else the fairest ready
 * one; then on with its run for as long as that is allowed. Where the end made room in a full organization, other
 * steps have rung in vain: the fairest ready one is next. Every other step has a ring of its own, and workers that
 * all looked for it would take it from each other. Answers how many steps were run; 0: there was nothing to do,
 * which is a good end of a job.
 */
export async function advance(runtime: Runtime, rang?: Candidate): Promise<number> {
  let ran = 0;
  let claimed = (rang && (await claimRung(runtime, rang))) ?? (await claimFairest(runtime));
  while (claimed) {
    ran += 1;
    claimed = (await executeStep(runtime, claimed)) ?? (takeRoom() ? await claimFairest(runtime) : null);
  }
  return ran;
}

async function claimRung(runtime: Runtime, rang: Candidate): Promise<Claimed | null> {
  if (runtime.draining() || !(await mayContinue(rang.orgId))) return null;
  return claimStep(runtime, rang);
}

async function claimFairest(runtime: Runtime): Promise<Claimed | null> {
  for (let look = 0; look < LOOKS; look++) {
    if (runtime.draining()) return null;
    const candidates = await listReady(CANDIDATES);
    if (candidates.length === 0) return null;
    for (const candidate of candidates) {
      if (runtime.draining()) return null;
      const claimed = await claimOr(runtime, candidate);
      if (claimed) return claimed;
    }
  }
  return null;
}

/** One that cannot be claimed, whatever is wrong with it, keeps nobody else from their turn. */
async function claimOr(runtime: Runtime, candidate: Candidate): Promise<Claimed | null> {
  try {
    return await claimStep(runtime, candidate);
  } catch (error) {
    log().warn({ err: error, ...candidate }, 'a ready step could not be claimed');
    return null;
  }
}
