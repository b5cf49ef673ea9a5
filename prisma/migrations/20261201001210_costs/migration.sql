-- Rollups of the ledger. SECURITY INVOKER: the wall holds inside. Each is one statement, so that what it answers is
-- one committed instant.

-- The ledger of closed runs, which never changes any more, added up by day. A run that closes leaves a note in the same
-- commit; `cost_roll` takes notes and adds their runs here in one commit. Before that its calls are added up as they are.
CREATE TABLE "cost_day" (
    "org_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "project_id" UUID NOT NULL,
    -- All zeros: of runs without a team.
    "team_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,
    "unknown_micros" BIGINT NOT NULL,

    CONSTRAINT "cost_day_pkey" PRIMARY KEY ("org_id","day","project_id","team_id","agent_id","provider_id","model")
);

CREATE TABLE "cost_due" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,

    CONSTRAINT "cost_due_pkey" PRIMARY KEY ("org_id","run_id")
);

ALTER TABLE "cost_day" ADD CONSTRAINT "cost_day_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cost_due" ADD CONSTRAINT "cost_due_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['cost_day', 'cost_due'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO troupe_app USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('CREATE POLICY purge ON %I TO troupe_purge USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO troupe_app, troupe_purge', t);
  END LOOP;
END $$;
CREATE POLICY lister ON "cost_due" FOR SELECT TO troupe_lister USING (true);

-- Adds closed runs to their days; answers how many.
CREATE FUNCTION cost_roll(p_org uuid, p_limit int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_taken int;
BEGIN
  PERFORM engine_enter(p_org);
  WITH taken AS (
    DELETE FROM "cost_due" WHERE org_id = p_org AND run_id IN (
      SELECT d.run_id FROM "cost_due" d WHERE d.org_id = p_org ORDER BY d.run_id LIMIT p_limit FOR UPDATE SKIP LOCKED)
    RETURNING run_id),
  added AS (
    INSERT INTO "cost_day" AS c (org_id, day, project_id, team_id, agent_id, provider_id, model, calls, input_tokens, output_tokens, cost_micros, unknown_micros)
    SELECT p_org, (m.started_at AT TIME ZONE 'UTC')::date, r.project_id, COALESCE(r.team_id, '00000000-0000-0000-0000-000000000000'), s.agent_id, m.provider_id, m.model,
      count(*), sum(m.input_tokens), sum(m.output_tokens), sum(m.cost_micros), sum(m.unknown_micros)
    FROM taken t JOIN "run" r ON r.org_id = p_org AND r.id = t.run_id JOIN "model_call" m ON m.org_id = p_org AND m.run_id = t.run_id
    JOIN "step" s ON s.org_id = p_org AND s.run_id = m.run_id AND s.id = m.step_id
    -- In one order, so that two who add to the same days wait for each other and never in a circle.
    GROUP BY 2, 3, 4, 5, 6, 7 ORDER BY 2, 3, 4, 5, 6, 7
    ON CONFLICT (org_id, day, project_id, team_id, agent_id, provider_id, model) DO UPDATE SET calls = c.calls + EXCLUDED.calls,
      input_tokens = c.input_tokens + EXCLUDED.input_tokens, output_tokens = c.output_tokens + EXCLUDED.output_tokens,
      cost_micros = c.cost_micros + EXCLUDED.cost_micros, unknown_micros = c.unknown_micros + EXCLUDED.unknown_micros)
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;

-- Organizations with closed runs that are not added up yet; ids only.
GRANT CREATE ON SCHEMA public TO troupe_lister;
GRANT SELECT (org_id) ON "cost_due" TO troupe_lister;
CREATE FUNCTION lister_costs_due(p_limit int) RETURNS TABLE (org_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT d.org_id FROM "cost_due" d LIMIT p_limit
$$;
ALTER FUNCTION lister_costs_due(int) OWNER TO troupe_lister;
REVOKE ALL ON FUNCTION lister_costs_due(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lister_costs_due(int) TO troupe_app;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;

-- Every call from a day on and before another, added up for closed runs, one by one for the others. `open`: ceilings of
-- calls in flight.
CREATE FUNCTION cost_parts(p_org uuid, p_from date, p_before date)
RETURNS TABLE (day date, project_id uuid, team_id uuid, agent_id uuid, provider_id uuid, model text, calls bigint, input bigint, output bigint, cost bigint, unknown bigint, open bigint)
LANGUAGE sql STABLE AS $$
  SELECT d.day, d.project_id, NULLIF(d.team_id, '00000000-0000-0000-0000-000000000000'), d.agent_id, d.provider_id, d.model,
    d.calls, d.input_tokens, d.output_tokens, d.cost_micros, d.unknown_micros, 0::bigint
  FROM "cost_day" d WHERE d.org_id = p_org AND d.day >= p_from AND d.day < p_before
  UNION ALL
  SELECT (m.started_at AT TIME ZONE 'UTC')::date, r.project_id, r.team_id, s.agent_id, m.provider_id, m.model,
    1, m.input_tokens, m.output_tokens, m.cost_micros, m.unknown_micros, CASE WHEN m.status = 'started' THEN m.ceiling_micros ELSE 0 END
  FROM (SELECT u.id FROM "run" u WHERE u.org_id = p_org AND u.closed_at IS NULL UNION ALL SELECT e.run_id FROM "cost_due" e WHERE e.org_id = p_org) x
  JOIN "run" r ON r.org_id = p_org AND r.id = x.id
  JOIN "model_call" m ON m.org_id = p_org AND m.run_id = r.id AND m.started_at >= (p_from::timestamp AT TIME ZONE 'UTC') AND m.started_at < (p_before::timestamp AT TIME ZONE 'UTC')
  JOIN "step" s ON s.org_id = p_org AND s.run_id = m.run_id AND s.id = m.step_id
$$;

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
CREATE FUNCTION cost_lines(p_org uuid, p_by text, p_from date, p_before date, p_projects uuid[], p_team uuid, p_cost bigint, p_key text, p_limit int)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  WITH lines AS MATERIALIZED (
    SELECT CASE p_by WHEN 'day' THEN to_char(c.day, 'YYYY-MM-DD') WHEN 'team' THEN c.team_id::text
        WHEN 'project' THEN c.project_id::text WHEN 'agent' THEN c.agent_id::text ELSE c.provider_id || '/' || c.model END AS key,
      sum(c.calls)::bigint AS calls, sum(c.input)::bigint AS input, sum(c.output)::bigint AS output, sum(c.cost)::bigint AS cost, sum(c.unknown)::bigint AS unknown
    FROM cost_parts(p_org, p_from, p_before) c
    WHERE c.project_id = ANY (p_projects) AND (p_team IS NULL OR c.team_id = p_team)
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
    WHERE r.org_id = p_org AND r.team_id = p_team AND r.team_version = p_version AND r.status = 'completed' AND r.kind = 'normal' AND r.project_id = ANY (p_projects)
    ORDER BY r.created_at DESC LIMIT p_most)
  SELECT jsonb_build_object('runs', count(*),
    'costMicros', CASE WHEN count(*) > 0 THEN jsonb_build_object('p50', round(percentile_cont(0.5) WITHIN GROUP (ORDER BY cost)), 'p95', round(percentile_cont(0.95) WITHIN GROUP (ORDER BY cost))) END,
    'durationMs', CASE WHEN count(*) > 0 THEN jsonb_build_object('p50', round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)), 'p95', round(percentile_cont(0.95) WITHIN GROUP (ORDER BY ms))) END)
  FROM done
$$;
