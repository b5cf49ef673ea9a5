import { describe, expect, it } from 'vitest';
import { startRun } from '../../server/services/run/start';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { makeCrowd } from './support/crowd';
import { holdFigure } from './support/figure';
import { openServed } from './support/served';
import { type Watch, Watchers } from './support/watchers';

const { db, url, web } = await openServed();
closeEngineAfterwards();

/** As many as an organization may hold on one process, of as many organizations as it takes. */
const ORGANIZATIONS = 5;
const MEMBERS = 20;
const EACH = 10;
const STREAMS = ORGANIZATIONS * MEMBERS * EACH;
const BOUND_BYTES = 60 * 1024;

const held = async (): Promise<number> => (await web.ask<{ residentBytes: number }>('memory')).residentBytes;

describe('the web server', () => {
  it('holds 1,000 streams of clients in another process, at most 60 KB of memory each', async () => {
    const watches: Watch[] = [];
    for (let n = 0; n < ORGANIZATIONS; n += 1) {
      const { org, members } = await makeCrowd(db, MEMBERS);
      const teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 's1', agentId: org.agentId }]));
      for (const [at, { cookie }] of members.entries()) {
        // No worker takes it: it stays open, as long as it is watched.
        const { runId } = await startRun(org.owner, {
          teamId,
          projectId: org.projectId,
          goal: 'Stay',
          idempotencyKey: `k-${n}-${at}`,
        });
        for (let each = 0; each < EACH; each += 1) watches.push({ cookie, org: org.slug, runId });
      }
    }
    // The first streams pay for what all share: code, pools, caches.
    const early = Watchers.start(url);
    expect(await early.open(watches.slice(0, 50))).toMatchObject({ open: 50, broken: 0 });
    const before = await held();
    const crowd = Watchers.start(url);
    const opened = await crowd.open(watches.slice(50));
    expect(opened).toMatchObject({ open: STREAMS - 50, broken: 0, ended: 0, gaps: 0, repeats: 0 });
    const each = ((await held()) - before) / (STREAMS - 50);
    expect(await crowd.seen()).toMatchObject({ open: STREAMS - 50, ended: 0 });
    const met = each <= BOUND_BYTES;
    holdFigure(
      {
        figure: `memory of each of ${STREAMS.toLocaleString('en')} streams`,
        bar: '≤ 60 KB',
        measured: `${(each / 1024).toFixed(1)} KB`,
        met,
      },
      met,
    );
  });
});
