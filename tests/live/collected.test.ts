import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { closeBus } from '../../server/live/bus';
import { streams } from '../../server/live/streams';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { cookieOf } from '../support/requests';
import { makeOrg } from '../support/tenants';
import { addBareRun, appendFacts } from './rows';
import { collect, openWatch } from './sse';

const db = await testDatabase();
afterAll(closeBus);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('notices a client that leaves, however long ago its request was forgotten', async () => {
  const org = await makeOrg(db);
  const ref = await addBareRun(db, org);
  await appendFacts(db, ref, 1);
  const cookie = await cookieOf(db, org.owner.userId!);
  const { answer, abort } = openWatch({ org: org.slug, runId: ref.runId }, cookie);
  const client = collect(await answer);
  await eventually(() => expect(client.ids()).toEqual([1]), 5_000);
  for (let n = 0; n < 5; n++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  abort();
  await eventually(() => expect([streams.tails.size, streams.access.size]).toEqual([0, 0]), 2_000);
  await client.done;
});
