-- Appends of several runs of one organization in one statement and one commit: what `engine_append` does for each, set
-- by set, so that what a statement costs is paid once for all. Takes no caps, tools, files, gates or steps made at run
-- time: such appends go alone. {org, leaseMs, runs, facts, steps, states, calls, settles, artifacts}, each row
-- with its append's place `i`, 1..n. Answers one object for each place, as `engine_append` does: {ok, …}, {stale, seq},
-- {fenced}, {denied}; null: its run's row is not free, or is not there. Null as a whole: the organization has caps.
-- Raises TR429 like it; then nothing of all is written. Rows are inserted set by set, and found one by one: joined to a
-- set, a table without statistics would be read as a whole.
CREATE FUNCTION engine_append_all(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := (p->>'org')::uuid;
  v_lease interval := make_interval(secs => (p->>'leaseMs')::int / 1000.0);
  v_size int := jsonb_array_length(p->'runs');
  -- By place; null: nothing of that append is written.
  v_run uuid[] := array_fill(NULL::uuid, ARRAY[v_size]);
  v_seq int[] := array_fill(NULL::int, ARRAY[v_size]);
  v_at timestamptz[] := array_fill(NULL::timestamptz, ARRAY[v_size]);
  v_answers jsonb[] := array_fill(NULL::jsonb, ARRAY[v_size]);
  v_freed uuid[];
  v_person uuid;
  v_project uuid;
  v_may boolean;
  v_now timestamptz;
  v_load int;
  v_room boolean := false;
  v_done int;
  v_closed boolean := false;
  v_row record;
  r record;
BEGIN
  PERFORM engine_enter(v_org);
  IF EXISTS (SELECT FROM "cap" WHERE org_id = v_org) THEN RETURN NULL; END IF;
  -- Lock order: runs by id, then the organization's counter. Steps change under their run's lock alone.
  FOR r IN SELECT * FROM jsonb_to_recordset(p->'runs') AS a (i int, run uuid, seq int, claim boolean, reserved bigint, step text, epoch int) ORDER BY a.run LOOP
    SELECT o.id, o.seq, o.last_at, o.reserved_micros, o.project_id, COALESCE(o.adopted_by, o.started_by) AS person INTO v_row
    FROM "run" o WHERE o.org_id = v_org AND o.id = r.run FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    IF v_row.seq <> r.seq THEN
      v_answers[r.i] := jsonb_build_object('stale', true, 'seq', v_row.seq);
      CONTINUE;
    END IF;
    IF r.claim THEN
      IF (v_row.person, v_row.project_id) IS DISTINCT FROM (v_person, v_project) THEN
        v_person := v_row.person;
        v_project := v_row.project_id;
        v_may := engine_may_run(v_org, v_person, v_project);
      END IF;
      IF NOT v_may THEN
        v_answers[r.i] := jsonb_build_object('denied', true);
        CONTINUE;
      END IF;
    END IF;
    IF r.step IS NOT NULL THEN
      PERFORM FROM "step" WHERE org_id = v_org AND run_id = r.run AND id = r.step AND epoch = r.epoch AND status = 'running' FOR UPDATE;
      IF NOT FOUND THEN
        v_answers[r.i] := jsonb_build_object('fenced', true);
        CONTINUE;
      END IF;
    END IF;
    v_run[r.i] := r.run;
    v_seq[r.i] := v_row.seq;
    v_at[r.i] := v_row.last_at;
    IF r.reserved < v_row.reserved_micros THEN v_freed := v_freed || r.run; END IF;
  END LOOP;

  v_now := date_trunc('milliseconds', clock_timestamp());
  FOR i IN 1..v_size LOOP
    v_at[i] := GREATEST(v_now, v_at[i]);
  END LOOP;
  INSERT INTO "step" AS s (org_id, run_id, id, ordinal, slot_id, agent_id, status, round, attempt, epoch, owner, budget_blocked, lease_until, ready_at, updated_at)
  SELECT v_org, v_run[x.i], x.id, x.ordinal, x."slotId", x."agentId", x.status, x.round, x.attempt, x.epoch, x.owner, COALESCE(x."budgetBlocked", false),
    CASE WHEN x.status = 'running' THEN v_at[x.i] + v_lease END,
    CASE WHEN x.status = 'ready' THEN v_at[x.i] + make_interval(secs => COALESCE(x."delayMs", 0) / 1000.0) END, v_at[x.i]
  FROM jsonb_to_recordset(p->'steps') AS x (i int, id text, ordinal int, "slotId" text, "agentId" uuid, status text, round int, attempt int, epoch int, owner text, "budgetBlocked" boolean, "delayMs" int)
  WHERE v_run[x.i] IS NOT NULL
  ON CONFLICT (org_id, run_id, id) DO UPDATE SET status = EXCLUDED.status, round = EXCLUDED.round, attempt = EXCLUDED.attempt, epoch = EXCLUDED.epoch,
    owner = EXCLUDED.owner, budget_blocked = EXCLUDED.budget_blocked, lease_until = EXCLUDED.lease_until, ready_at = EXCLUDED.ready_at, updated_at = EXCLUDED.updated_at;
  -- Money came back: who waits for it may try again.
  IF v_freed IS NOT NULL THEN
    FOR i IN 1..array_length(v_freed, 1) LOOP
      UPDATE "step" SET budget_blocked = false, ready_at = v_now WHERE org_id = v_org AND run_id = v_freed[i] AND budget_blocked;
    END LOOP;
  END IF;
  INSERT INTO "fact" (org_id, run_id, seq, type, at, body)
  SELECT v_org, v_run[f.i], v_seq[f.i] + f.n, f.body->>'type', v_at[f.i], f.body
  FROM jsonb_to_recordset(p->'facts') AS f (i int, n int, body jsonb) WHERE v_run[f.i] IS NOT NULL;
  INSERT INTO "model_call" (org_id, id, run_id, step_id, round, attempt, epoch, ordinal, provider_id, model, ceiling_micros, started_at)
  SELECT v_org, c."callId", v_run[c.i], c."stepId", c.round, c.attempt, c.epoch, c.ordinal, c."providerId", c.model, c."ceilingMicros", v_at[c.i]
  FROM jsonb_to_recordset(p->'calls') AS c (i int, "callId" uuid, "stepId" text, round int, attempt int, epoch int, ordinal int, "providerId" uuid, model text, "ceilingMicros" bigint)
  WHERE v_run[c.i] IS NOT NULL;
  FOR r IN
    SELECT * FROM jsonb_to_recordset(p->'settles') AS x (i int, "stepId" text, "callId" uuid, outcome text, "costMicros" bigint, "unknownMicros" bigint, "inputTokens" int, "outputTokens" int, output jsonb, detail text)
    WHERE v_run[x.i] IS NOT NULL
  LOOP
    UPDATE "model_call" SET status = r.outcome, cost_micros = r."costMicros", unknown_micros = r."unknownMicros",
      input_tokens = r."inputTokens", output_tokens = r."outputTokens", output = r.output, error = r.detail, settled_at = v_at[r.i]
    WHERE org_id = v_org AND run_id = v_run[r.i] AND step_id = r."stepId" AND id = r."callId";
  END LOOP;
  INSERT INTO "artifact" (org_id, id, run_id, step_id, slot_id, round, kind, text, value, created_at)
  SELECT v_org, a.id, v_run[a.i], a."stepId", a."slotId", a.round, a.kind, a.text, a.value, v_at[a.i]
  FROM jsonb_to_recordset(p->'artifacts') AS a (i int, id uuid, "stepId" text, "slotId" text, round int, kind text, text text, value jsonb)
  WHERE v_run[a.i] IS NOT NULL;
  FOR r IN
    SELECT * FROM jsonb_to_recordset(p->'states') AS x (i int, facts int, status text, reason text, spent bigint, reserved bigint, unknown bigint, input bigint, output bigint,
      rework int, started boolean, ended boolean, closed boolean, "intentMs" int, adopted uuid, cap bigint)
    WHERE v_run[x.i] IS NOT NULL
  LOOP
    UPDATE "run" SET seq = seq + r.facts, last_at = v_at[r.i], status = r.status, reason = r.reason,
      spent_micros = r.spent, reserved_micros = r.reserved, unknown_micros = r.unknown,
      input_tokens = r.input, output_tokens = r.output, rework_rounds = r.rework,
      started_at = CASE WHEN r.started THEN COALESCE(started_at, v_at[r.i]) END,
      ended_at = CASE WHEN r.ended THEN COALESCE(ended_at, v_at[r.i]) END,
      closed_at = CASE WHEN r.closed THEN COALESCE(closed_at, v_at[r.i]) END,
      intent_due_at = CASE WHEN r."intentMs" IS NOT NULL THEN COALESCE(intent_due_at, v_at[r.i] + make_interval(secs => r."intentMs" / 1000.0)) END,
      adopted_by = COALESCE(r.adopted, adopted_by),
      cap_micros = COALESCE(r.cap, cap_micros),
      clock_from = CASE WHEN r.status = 'running' THEN COALESCE(clock_from, v_at[r.i] - make_interval(secs => active_ms / 1000.0)) END,
      active_ms = CASE WHEN r.status <> 'running' AND clock_from IS NOT NULL THEN (extract(epoch FROM v_at[r.i] - clock_from) * 1000)::bigint ELSE active_ms END
    WHERE org_id = v_org AND id = v_run[r.i];
    v_answers[r.i] := jsonb_build_object('ok', true, 'room', false, 'seq', v_seq[r.i] + r.facts,
      'at', to_char(v_at[r.i] AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    v_done := r.i;
    v_closed := v_closed OR r.closed;
  END LOOP;
  IF v_closed THEN
  INSERT INTO "cost_due" (org_id, run_id)
  SELECT v_org, v_run[x.i] FROM jsonb_to_recordset(p->'states') AS x (i int, closed boolean) WHERE x.closed AND v_run[x.i] IS NOT NULL
  ON CONFLICT DO NOTHING;
  END IF;

  SELECT sum(x.load) INTO v_load FROM jsonb_to_recordset(p->'runs') AS x (i int, load int) WHERE v_run[x.i] IS NOT NULL;
  IF v_load <> 0 THEN
    UPDATE "org_load" l SET running = l.running + v_load
    FROM "organization" o
    WHERE l.org_id = v_org AND o.org_id = v_org AND (v_load < 0 OR l.running + v_load <= o.max_running)
    RETURNING v_load < 0 AND l.running - v_load >= o.max_running INTO v_room;
    IF NOT FOUND THEN RAISE EXCEPTION 'organization is full' USING ERRCODE = 'TR429'; END IF;
  END IF;
  IF v_room THEN v_answers[v_done] := v_answers[v_done] || '{"room": true}'; END IF;
  RETURN to_jsonb(v_answers);
END $$;

-- Starts of one organization in one statement and one commit: what `engine_start` does for each. {org, manifests,
-- starts, facts, steps}, each row with its start's place `i`; a start names its manifest by position `m`. Takes runs
-- that begin queued, and repeat nothing. Answers for each place {ok, seq, at} or {taken}, {gone}, {denied}, {changed}.
CREATE FUNCTION engine_start_all(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := (p->>'org')::uuid;
  v_size int := jsonb_array_length(p->'starts');
  v_run uuid[] := array_fill(NULL::uuid, ARRAY[v_size]);
  v_answers jsonb[] := array_fill(NULL::jsonb, ARRAY[v_size]);
  v_made uuid[];
  v_at timestamptz;
  -- Of the newest start that was looked at: those that follow with the same terms are decided alike.
  v_last text;
  v_refusal jsonb;
  r record;
BEGIN
  PERFORM engine_enter(v_org);
  FOR r IN SELECT * FROM jsonb_to_recordset(p->'starts') AS x (i int, run uuid, "startedBy" uuid, "projectId" uuid, "teamId" uuid, terms jsonb) LOOP
    IF v_last IS DISTINCT FROM concat_ws(' ', r."startedBy", r."projectId", r."teamId", r.terms) THEN
      v_last := concat_ws(' ', r."startedBy", r."projectId", r."teamId", r.terms);
      v_refusal := NULL;
      PERFORM FROM "team" WHERE org_id = v_org AND id = r."teamId" AND deleted_at IS NULL FOR KEY SHARE;
      IF NOT FOUND THEN
        v_refusal := '{"gone": true}';
      ELSIF r.terms IS NOT NULL AND r.terms <> run_start_terms(v_org, r."startedBy", r."projectId", r."teamId",
        ARRAY(SELECT jsonb_object_keys(r.terms->'agents')::uuid), r.terms ? 'people', r.terms ? 'roster') THEN
        v_refusal := '{"changed": true}';
      ELSIF NOT engine_may_run(v_org, r."startedBy", r."projectId") THEN
        v_refusal := '{"denied": true}';
      END IF;
    END IF;
    IF v_refusal IS NULL THEN v_run[r.i] := r.run; ELSE v_answers[r.i] := v_refusal; END IF;
  END LOOP;
  v_at := date_trunc('milliseconds', clock_timestamp());
  WITH made AS (
    INSERT INTO "run" (org_id, id, root_run_id, project_id, team_id, team_version, goal, manifest, started_by, procedure, idempotency_key, input_hash, cap_micros, parallel_limit,
      seq, status, last_at, created_at)
    SELECT v_org, x.run, x.run, x."projectId", x."teamId", x."teamVersion", x.goal, p->'manifests'->x.m, x."startedBy", x.procedure, x."idempotencyKey", x."inputHash", x."capMicros",
      (p->'manifests'->x.m->'defaults'->>'parallelLimit')::int, x.facts, 'queued', v_at, v_at
    FROM jsonb_to_recordset(p->'starts') AS x (i int, run uuid, "projectId" uuid, "teamId" uuid, "teamVersion" int, goal text, m int, "startedBy" uuid, procedure text,
      "idempotencyKey" text, "inputHash" text, "capMicros" bigint, facts int)
    WHERE v_run[x.i] IS NOT NULL
    ON CONFLICT (org_id, started_by, procedure, idempotency_key) DO NOTHING
    RETURNING id)
  SELECT array_agg(id) INTO v_made FROM made;
  FOR r IN SELECT * FROM jsonb_to_recordset(p->'starts') AS x (i int, facts int) WHERE v_run[x.i] IS NOT NULL LOOP
    IF v_run[r.i] = ANY (v_made) THEN
      v_answers[r.i] := jsonb_build_object('ok', true, 'seq', r.facts, 'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
    ELSE
      v_answers[r.i] := '{"taken": true}';
      v_run[r.i] := NULL;
    END IF;
  END LOOP;
  INSERT INTO "audit" (org_id, id, actor_kind, actor_id, action, target_type, target_id, after, request_id)
  SELECT v_org, x.id, x."actorKind", x."actorId", 'run.started', 'run', v_run[x.i]::text, x.after, x."requestId"
  FROM jsonb_to_recordset(p->'audits') AS x (i int, id uuid, "actorKind" text, "actorId" uuid, after jsonb, "requestId" text) WHERE v_run[x.i] IS NOT NULL;
  INSERT INTO "step" (org_id, run_id, id, ordinal, slot_id, agent_id, status, round, attempt, epoch, ready_at, updated_at)
  SELECT v_org, v_run[x.i], x.id, x.ordinal, x."slotId", x."agentId", x.status, x.round, x.attempt, x.epoch, CASE WHEN x.status = 'ready' THEN v_at END, v_at
  FROM jsonb_to_recordset(p->'steps') AS x (i int, id text, ordinal int, "slotId" text, "agentId" uuid, status text, round int, attempt int, epoch int) WHERE v_run[x.i] IS NOT NULL;
  INSERT INTO "fact" (org_id, run_id, seq, type, at, body)
  SELECT v_org, v_run[x.i], x.n, x.body->>'type', v_at, x.body FROM jsonb_to_recordset(p->'facts') AS x (i int, n int, body jsonb) WHERE v_run[x.i] IS NOT NULL;
  RETURN to_jsonb(v_answers);
END $$;

-- Teams with runs that closed after a rejection in the last hour, and not just now: their detector may have been rung
-- for in vain. Ids only; of each team its newest such run.
CREATE INDEX run_reworked ON "run" (closed_at) WHERE (rework_rounds > 0 OR reason = 'rework_exhausted') AND team_id IS NOT NULL AND kind = 'normal';
GRANT CREATE ON SCHEMA public TO troupe_lister;
GRANT SELECT (team_id, closed_at, rework_rounds, reason, kind) ON "run" TO troupe_lister;
CREATE FUNCTION lister_reworked_teams(p_limit int) RETURNS TABLE (org_id uuid, team_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT ON (r.org_id, r.team_id) r.org_id, r.team_id, r.id FROM "run" r
  WHERE (r.rework_rounds > 0 OR r.reason = 'rework_exhausted') AND r.team_id IS NOT NULL AND r.kind = 'normal'
    AND r.closed_at > clock_timestamp() - interval '1 hour' AND r.closed_at < clock_timestamp() - interval '1 minute'
  ORDER BY r.org_id, r.team_id, r.closed_at DESC LIMIT p_limit
$$;
ALTER FUNCTION lister_reworked_teams(int) OWNER TO troupe_lister;
REVOKE ALL ON FUNCTION lister_reworked_teams(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lister_reworked_teams(int) TO troupe_app;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;
