import { newId } from '../../server/db/ids';
import type { TestDatabase } from '../support/database';
import type { TestOrg } from '../support/tenants';

/** Puts at least one row of this organization into every tenant table that `makeOrg` leaves empty. */
export async function fillEveryTable(db: TestDatabase, org: TestOrg): Promise<void> {
  const { orgId, projectId, agentId, providerId, owner } = org;
  const [teamId, runId] = [newId(), newId()];
  const put = async (table: string, row: Record<string, unknown>): Promise<void> => {
    const columns = Object.keys({ org_id: orgId, ...row });
    await db.admin.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      [orgId, ...Object.values(row)],
    );
  };
  const now = new Date();
  const call = { run_id: runId, step_id: 's1', round: 1, attempt: 1, epoch: 1, ordinal: 0, started_at: now };
  await put('team', {
    id: teamId,
    slug: 'team',
    name: 'Team',
    hub_agent_id: agentId,
    created_by: owner.userId,
    updated_at: now,
  });
  await put('team_member', { team_id: teamId, agent_id: agentId, role: 'hub' });
  await put('team_draft', { team_id: teamId, user_id: owner.userId, manifest: '{}', updated_at: now });
  await put('team_version', { team_id: teamId, version: 1, manifest: '{}', created_by: owner.userId });
  await put('run', {
    id: runId,
    project_id: projectId,
    team_id: teamId,
    team_version: 1,
    goal: 'Grow',
    manifest: '{}',
    root_run_id: runId,
    started_by: owner.userId,
    idempotency_key: runId,
    input_hash: 'x',
    cap_micros: 1,
  });
  await put('step', { run_id: runId, id: 's1', ordinal: 0, slot_id: 's1', agent_id: agentId });
  await put('fact', { run_id: runId, seq: 1, type: 'run.started', at: now, body: '{}' });
  await put('run_snapshot', { run_id: runId, seq: 1, rules_version: 1, state: '{}' });
  await put('model_call', {
    id: newId(),
    provider_id: providerId,
    model: 'demo',
    ceiling_micros: 1,
    ...call,
  });
  await put('tool_call', { id: newId(), name: 'tool', kind: 'pure', args: '{}', ...call });
  await put('artifact', {
    id: newId(),
    run_id: runId,
    step_id: 's1',
    slot_id: 's1',
    round: 1,
    kind: 'contract',
    text: `CANARY-${orgId}`,
  });
  const blobId = newId();
  const blob = { name: 'a.bin', media_type: 'text/plain', size: 1, sha256: 'x', created_by: owner.userId };
  await put('blob', { id: blobId, run_id: runId, ...blob });
  await put('blob_chunk', { blob_id: blobId, n: 0, bytes: Buffer.from(`CANARY-${orgId}`) });
  await put('approval', {
    run_id: runId,
    gate_id: 'g1',
    kind: 'before',
    preview: `CANARY-${orgId}`,
    requested_at: now,
    deadline_at: now,
  });
  const capId = newId();
  const cap = { level: 'organization', subject_id: orgId, rank: 0, period: 'month', limit_micros: 1 };
  await put('cap', { id: capId, set_by: owner.userId, ...cap });
  await put('cap_use', { cap_id: capId, period_start: now });
  await put('cap_draw', { run_id: runId, cap_id: capId, period_start: now });
  await put('cap_wait', { run_id: runId, step_id: 's1', cap_id: capId, needed_micros: 1, since: now });
  const line = {
    project_id: projectId,
    team_id: teamId,
    agent_id: agentId,
    provider_id: providerId,
    model: 'demo',
  };
  const zero = { input_tokens: 0, output_tokens: 0, cost_micros: 0, unknown_micros: 0 };
  await put('cost_day', { day: now, calls: 1, ...line, ...zero });
  await put('cost_due', { run_id: runId });
  await put('scratch_use', { run_id: runId, bytes: 1, files: 1 });
  const file = { path: 's1/a.md', size: 1, media_type: 'text/markdown', text: `CANARY-${orgId}` };
  await put('scratch_file', { run_id: runId, ...file });
  const memory = { category: 'fact', content: `CANARY-${orgId}`, author_kind: 'agent', author_id: agentId };
  await put('memory', { id: newId(), scope: 'run', run_id: runId, source_run_id: runId, ...memory });
  await put('step_stream', { run_id: runId, step_id: 's1', epoch: 1, text: `CANARY-${orgId}` });
  await put('audit', {
    id: newId(),
    actor_kind: 'system',
    action: 'test.made',
    target_type: 'run',
    target_id: runId,
    request_id: 'x',
  });
}

/** Names of the tables that carry `org_id`, as the catalogue knows them. */
export async function tenantTables(db: TestDatabase): Promise<string[]> {
  const { rows } = await db.admin.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND column_name = 'org_id' AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  return rows.map((row) => row.table_name);
}
