import { Id } from '@domain/ids';
import { pageOf } from '@domain/page';
import { RunCompare, RunComparison } from '@domain/run/compare-view';
import {
  RunCancel,
  RunCancelled,
  RunChanged,
  RunHandOver,
  RunNamed,
  RunRaise,
  RunRerun,
  RunStart,
  RunStarted,
} from '@domain/run/form';
import { ArtifactView, RunList, RunSummary, RunView, RunWatch } from '@domain/run/view';
import { adoptRun } from '../../services/run/adopt';
import { readArtifact } from '../../services/run/artifact';
import { cancelRun } from '../../services/run/cancel';
import { compareTwo } from '../../services/run/compare';
import { forceHandoff } from '../../services/run/force-handoff';
import { getRun } from '../../services/run/get';
import { listRuns } from '../../services/run/list';
import { pauseRun } from '../../services/run/pause';
import { raiseRun } from '../../services/run/raise';
import { rerunRun } from '../../services/run/rerun';
import { resumeRun } from '../../services/run/resume';
import { startRun } from '../../services/run/start';
import { watchRun } from '../../services/run/watch';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';
import { WatchStream } from '../watch-stream';

export const runRouter = router({
  list: orgProcedure('run.read')
    .input(orgInput(RunList.shape))
    .output(pageOf(RunSummary))
    .query(({ ctx, input }) => listRuns(ctx.tenant, input)),

  get: orgProcedure('run.read')
    .input(orgInput({ id: Id }))
    .output(RunView)
    .query(({ ctx, input }) => getRun(ctx.tenant, input)),

  artifact: orgProcedure('run.read')
    .input(orgInput({ id: Id }))
    .output(ArtifactView)
    .query(({ ctx, input }) => readArtifact(ctx.tenant, input)),

  start: orgProcedure('run.start')
    .input(orgInput(RunStart.shape))
    .output(RunStarted)
    .mutation(({ ctx, input: { org: _, ...start } }) => startRun(ctx.tenant, start)),

  rerun: orgProcedure('run.start')
    .input(orgInput(RunRerun.shape))
    .output(RunStarted)
    .mutation(({ ctx, input: { org: _, ...rerun } }) => rerunRun(ctx.tenant, rerun)),

  compare: orgProcedure('run.read')
    .input(orgInput(RunCompare.shape))
    .output(RunComparison)
    .query(({ ctx, input }) => compareTwo(ctx.tenant, input)),

  cancel: orgProcedure('run.cancel')
    .input(orgInput(RunCancel.shape))
    .output(RunCancelled)
    .mutation(({ ctx, input: { org: _, ...cancel } }) => cancelRun(ctx.tenant, cancel)),

  pause: orgProcedure('run.pause')
    .input(orgInput(RunNamed.shape))
    .output(RunChanged)
    .mutation(({ ctx, input: { org: _, ...named } }) => pauseRun(ctx.tenant, named)),

  resume: orgProcedure('run.resume')
    .input(orgInput(RunNamed.shape))
    .output(RunChanged)
    .mutation(({ ctx, input: { org: _, ...named } }) => resumeRun(ctx.tenant, named)),

  raise: orgProcedure('run.raise')
    .input(orgInput(RunRaise.shape))
    .output(RunChanged)
    .mutation(({ ctx, input: { org: _, ...raise } }) => raiseRun(ctx.tenant, raise)),

  handOver: orgProcedure('run.handOver')
    .input(orgInput(RunHandOver.shape))
    .output(RunChanged)
    .mutation(({ ctx, input: { org: _, ...turn } }) => forceHandoff(ctx.tenant, turn)),

  adopt: orgProcedure('run.adopt')
    .input(orgInput(RunNamed.shape))
    .output(RunChanged)
    .mutation(({ ctx, input: { org: _, ...named } }) => adoptRun(ctx.tenant, named)),

  /** Refusals come before the first event; the stream itself ends after `run.closed`. */
  watch: orgProcedure('run.read')
    .input(orgInput(RunWatch.shape))
    .subscription(async ({ ctx, input: { org: _, ...watch }, signal }) => {
      const { userId, sessionId } = ctx.session;
      const by = { userId, sessionId, signal: signal ?? new AbortController().signal };
      return new WatchStream(await watchRun(ctx.tenant, watch, by));
    }),
});
