import { expect, it } from 'vitest';
import { tenantTx } from '../../server/db/tenant';
import { testDatabase } from '../support/database';
import { makeOrg } from '../support/tenants';

const db = await testDatabase();

it('shows a tenant its own organization only', async () => {
  const a = await makeOrg(db);
  await makeOrg(db);
  const seen = await tenantTx({ orgId: a.orgId }, (tx) => tx.organization.findMany());
  expect(seen.map((o) => o.id)).toEqual([a.orgId]);
});
