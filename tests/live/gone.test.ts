import { afterAll, expect, it } from 'vitest';
import { closeBus } from '../../server/live/bus';
import { STREAMS_PER_USER } from '../../server/live/slots';
import { streams } from '../../server/live/streams';
import { watchRun } from '../../server/services/run/watch';
import { testDatabase } from '../support/database';
import { makeOrg } from '../support/tenants';
import { addBareRun } from './rows';

const db = await testDatabase();
afterAll(closeBus);

it('a client that has gone before its stream began holds no place for good', async () => {
  const org = await makeOrg(db);
  const { runId } = await addBareRun(db, org);
  const userId = org.owner.userId!;
  const by = { userId, sessionId: userId, signal: AbortSignal.abort() };
  for (let n = 0; n < STREAMS_PER_USER; n++) await watchRun(org.owner, { runId }, by);
  expect(() => streams.slots.take({ orgId: org.orgId, userId })()).not.toThrow();
});
