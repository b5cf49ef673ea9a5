-- Rollups of the ledger. SECURITY INVOKER: the wall holds inside. Each is one statement, so that what it answers is
-- one committed instant.

-- Everything that a run and the runs below it have cost: in all, by run, by step, by agent, by model.
CREATE FUNCTION cost_tree(p_org uuid, p_root uuid, p_projects uuid[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH tree AS MATERIALIZED (
    SELECT r.id, r.parent_run_id, r.goal, r.status, r.rework_rounds, r.created_at FROM "run" r
    WHERE r.org_id = p_org AND r.root_run_id = p_root AND (p_projects IS NULL OR r.project_id = ANY (p_projects))),
  calls AS MATERIALIZED (
    SELECT m.run_id, m.step_id, s.slot_id, s.agent_id, s.ordinal, m.provider_id, m.model, m.input_tokens, m.output_tokens, m.cost_micros, m.unknown_micros
    FROM tree t JOIN "model_call" m ON m.org_id = p_org AND m.run_id = t.id
    JOIN "step" s ON s.org_id = p_org AND s.run_id = m.run_id AND s.id = m.step_id),
  sums AS (
    SELECT run_id, step_id, slot_id, agent_id, ordinal, provider_id, model, GROUPING(run_id, step_id, agent_id, model) AS level,
      jsonb_build_object('calls', count(*), 'inputTokens', COALESCE(sum(input_tokens), 0), 'outputTokens', COALESCE(sum(output_tokens), 0),
        'costMicros', COALESCE(sum(cost_micros), 0), 'unknownMicros', COALESCE(sum(unknown_micros), 0)) AS sums,
      COALESCE(sum(cost_micros), 0) AS cost
    FROM calls GROUP BY GROUPING SETS ((), (run_id), (run_id, step_id, slot_id, agent_id, ordinal), (agent_id), (provider_id, model))),
  nothing AS (SELECT jsonb_build_object('calls', 0, 'inputTokens', 0, 'outputTokens', 0, 'costMicros', 0, 'unknownMicros', 0) AS sums)
  SELECT jsonb_build_object(
    'totals', (SELECT s.sums FROM sums s WHERE s.level = 15),
    'runs', (SELECT jsonb_agg(COALESCE(s.sums, n.sums) || jsonb_build_object('runId', t.id, 'parentRunId', t.parent_run_id, 'goal', t.goal, 'status', t.status) ORDER BY t.created_at, t.id)
      FROM tree t CROSS JOIN nothing n LEFT JOIN sums s ON s.level = 7 AND s.run_id = t.id),
    'steps', (SELECT COALESCE(jsonb_agg(s.sums || jsonb_build_object('runId', s.run_id, 'stepId', s.step_id, 'slotId', s.slot_id, 'agentId', s.agent_id) ORDER BY t.created_at, t.id, s.ordinal), '[]')
      FROM sums s JOIN tree t ON t.id = s.run_id WHERE s.level = 1),
    'agents', (SELECT COALESCE(jsonb_agg(s.sums || jsonb_build_object('key', s.agent_id) ORDER BY s.cost DESC, s.agent_id), '[]') FROM sums s WHERE s.level = 13),
    'models', (SELECT COALESCE(jsonb_agg(s.sums || jsonb_build_object('key', s.provider_id || '/' || s.model) ORDER BY s.cost DESC, s.provider_id, s.model), '[]') FROM sums s WHERE s.level = 14),
    'approvals', (SELECT jsonb_build_object('asked', count(*), 'decided', count(a.decided_by)) FROM tree t JOIN "approval" a ON a.org_id = p_org AND a.run_id = t.id),
    'reworkRounds', (SELECT COALESCE(sum(t.rework_rounds), 0) FROM tree t))
$$;

-- The lines of a period, by one thing, the dearest first (days: the newest first), behind (p_cost, p_key), with the
-- totals of all. `p_projects`: those whose runs count.
CREATE FUNCTION cost_lines(p_org uuid, p_by text, p_start timestamptz, p_end timestamptz, p_projects uuid[], p_team uuid, p_cost bigint, p_key text, p_limit int)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH runs AS MATERIALIZED (
    -- A run has calls only after it was made; those that ended before the period have none in it.
    SELECT r.id, r.team_id, r.project_id FROM "run" r
    WHERE r.org_id = p_org AND r.created_at < p_end AND (r.closed_at IS NULL OR r.closed_at >= p_start)
      AND r.project_id = ANY (p_projects) AND (p_team IS NULL OR r.team_id = p_team)),
  lines AS MATERIALIZED (
    SELECT CASE p_by WHEN 'day' THEN to_char(m.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') WHEN 'team' THEN r.team_id::text
        WHEN 'project' THEN r.project_id::text WHEN 'agent' THEN s.agent_id::text ELSE m.provider_id || '/' || m.model END AS key,
      count(*) AS calls, sum(m.input_tokens)::bigint AS input, sum(m.output_tokens)::bigint AS output,
      sum(m.cost_micros)::bigint AS cost, sum(m.unknown_micros)::bigint AS unknown
    FROM "model_call" m JOIN runs r ON r.id = m.run_id
    LEFT JOIN "step" s ON p_by = 'agent' AND s.org_id = p_org AND s.run_id = m.run_id AND s.id = m.step_id
    WHERE m.org_id = p_org AND m.started_at >= p_start AND m.started_at < p_end
    GROUP BY 1),
  page AS (
    SELECT * FROM lines l WHERE l.key IS NOT NULL AND (p_key IS NULL OR CASE WHEN p_by = 'day' THEN l.key < p_key ELSE (l.cost, l.key) < (p_cost, p_key) END)
    ORDER BY CASE WHEN p_by <> 'day' THEN l.cost END DESC NULLS LAST, l.key DESC LIMIT p_limit)
  SELECT jsonb_build_object(
    'lines', (SELECT COALESCE(jsonb_agg(jsonb_build_object('key', g.key, 'calls', g.calls, 'inputTokens', g.input, 'outputTokens', g.output, 'costMicros', g.cost, 'unknownMicros', g.unknown)
      ORDER BY CASE WHEN p_by <> 'day' THEN g.cost END DESC NULLS LAST, g.key DESC), '[]') FROM page g),
    'totals', (SELECT jsonb_build_object('calls', COALESCE(sum(calls), 0), 'inputTokens', COALESCE(sum(input), 0), 'outputTokens', COALESCE(sum(output), 0),
      'costMicros', COALESCE(sum(cost), 0), 'unknownMicros', COALESCE(sum(unknown), 0)) FROM lines))
$$;

-- What the newest completed runs of a version came to: how many, cost and duration at the middle and at 95 %.
CREATE FUNCTION cost_forecast(p_org uuid, p_team uuid, p_version int, p_projects uuid[], p_most int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH done AS (
    SELECT r.spent_micros + r.unknown_micros AS cost, r.active_ms AS ms FROM "run" r
    WHERE r.org_id = p_org AND r.team_id = p_team AND r.team_version = p_version AND r.status = 'completed' AND r.project_id = ANY (p_projects)
    ORDER BY r.created_at DESC LIMIT p_most)
  SELECT jsonb_build_object('runs', count(*),
    'costMicros', CASE WHEN count(*) > 0 THEN jsonb_build_object('p50', round(percentile_cont(0.5) WITHIN GROUP (ORDER BY cost)), 'p95', round(percentile_cont(0.95) WITHIN GROUP (ORDER BY cost))) END,
    'durationMs', CASE WHEN count(*) > 0 THEN jsonb_build_object('p50', round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)), 'p95', round(percentile_cont(0.95) WITHIN GROUP (ORDER BY ms))) END)
  FROM done
$$;
