-- The engine's hot path: one statement, one round trip, one commit per advance.
-- SECURITY INVOKER: row-level security holds inside. Each function sets the tenant for its transaction and
-- raises when the transaction already belongs to another; the argument comes from the engine, never from input.

CREATE FUNCTION engine_enter(p_org uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF app_org() IS NULL THEN
    PERFORM set_config('app.org', p_org::text, true);
  ELSIF app_org() <> p_org THEN
    RAISE EXCEPTION 'another tenant is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE INDEX step_budget_blocked ON "step" (org_id, run_id) WHERE budget_blocked;

-- Appends facts to a run and brings every projection along. Answers {ok, room, seq, at}, `room` when its organization
-- ran all that it may and does not any more, or why nothing was written:
-- {busy} the row is locked (skipLocked) · {stale, seq} the journal moved · {fenced} another epoch owns the step ·
-- {alive} the lease was renewed · {conflict} a file has changed since it was read · {denied} the starter's rights are gone. Raises TR429 when the organization runs
-- all that it may: its counter is the last row locked, so what came before must roll back. Raises TR402 when a call
-- does not fit under a cap that the run shares (its detail says which), likewise.
CREATE FUNCTION engine_append(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := (p->>'org')::uuid;
  v_id uuid := (p->>'run')::uuid;
  v_root uuid := (p->>'root')::uuid;
  v_run "run"%ROWTYPE;
  v_step record;
  v_at timestamptz;
  v_seq int;
  v_count int := jsonb_array_length(p->'facts');
  v_state jsonb := p->'state';
  v_load int := COALESCE((p->>'load')::int, 0);
  v_room boolean := false;
  v_caps jsonb;
  x jsonb;
BEGIN
  PERFORM engine_enter(v_org);
  -- Lock order: root run, run, steps by id, then the organization's counter.
  IF v_root <> v_id THEN
    PERFORM 1 FROM "run" WHERE org_id = v_org AND id = v_root FOR UPDATE;
  END IF;
  IF (p->>'skipLocked')::boolean THEN
    SELECT * INTO v_run FROM "run" WHERE org_id = v_org AND id = v_id FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN jsonb_build_object('busy', true); END IF;
  ELSE
    SELECT * INTO v_run FROM "run" WHERE org_id = v_org AND id = v_id FOR UPDATE;
    IF NOT FOUND THEN RETURN jsonb_build_object('gone', true); END IF;
  END IF;
  IF v_run.seq <> (p->>'seq')::int THEN
    RETURN jsonb_build_object('stale', true, 'seq', v_run.seq);
  END IF;
  IF (p->>'claim')::boolean AND NOT engine_may_run(v_org, COALESCE(v_run.adopted_by, v_run.started_by), v_run.project_id) THEN
    RETURN jsonb_build_object('denied', true);
  END IF;
  FOR x IN SELECT * FROM jsonb_array_elements(COALESCE(p->'fence', '[]')) LOOP
    SELECT epoch, status, lease_until INTO v_step FROM "step"
    WHERE org_id = v_org AND run_id = v_id AND id = x->>'step' FOR UPDATE;
    IF NOT FOUND OR v_step.epoch <> (x->>'epoch')::int OR v_step.status <> 'running' THEN
      RETURN jsonb_build_object('fenced', true);
    END IF;
    IF (x->>'lapsed')::boolean AND v_step.lease_until >= clock_timestamp() THEN
      RETURN jsonb_build_object('alive', true);
    END IF;
  END LOOP;

  -- Read after the lock, and never before the fact that came last.
  v_at := GREATEST(date_trunc('milliseconds', clock_timestamp()), v_run.last_at);
  v_seq := v_run.seq + v_count;
  -- Files, memories, counts of use: looked at first, so that a conflict leaves nothing behind.
  IF p ? 'context' AND NOT context_write(v_org, v_id, v_root, p->'context', v_at) THEN
    RETURN jsonb_build_object('conflict', true);
  END IF;

  IF v_run.seq = 0 THEN
    INSERT INTO "step" (org_id, run_id, id, ordinal, slot_id, agent_id, status, round, attempt, epoch, ready_at, updated_at)
    SELECT v_org, v_id, e->>'id', (e->>'ordinal')::int, e->>'slotId', (e->>'agentId')::uuid, e->>'status',
      (e->>'round')::int, (e->>'attempt')::int, (e->>'epoch')::int, CASE WHEN e->>'status' = 'ready' THEN v_at END, v_at
    FROM jsonb_array_elements(p->'steps') e;
  ELSE
    FOR x IN SELECT e FROM jsonb_array_elements(p->'steps') e ORDER BY e->>'id' LOOP
      UPDATE "step" SET status = x->>'status', round = (x->>'round')::int, attempt = (x->>'attempt')::int,
        epoch = (x->>'epoch')::int, owner = x->>'owner', budget_blocked = COALESCE((x->>'budgetBlocked')::boolean, false),
        lease_until = CASE WHEN x->>'status' = 'running' THEN v_at + make_interval(secs => (p->>'leaseMs')::int / 1000.0) END,
        ready_at = CASE WHEN x->>'status' = 'ready' THEN v_at + make_interval(secs => COALESCE((x->>'delayMs')::int, 0) / 1000.0) END,
        updated_at = v_at
      WHERE org_id = v_org AND run_id = v_id AND id = x->>'id';
      -- A step that was made at run time.
      IF NOT FOUND THEN
        INSERT INTO "step" (org_id, run_id, id, ordinal, slot_id, agent_id, status, round, attempt, epoch, ready_at, updated_at)
        VALUES (v_org, v_id, x->>'id', (x->>'ordinal')::int, x->>'slotId', (x->>'agentId')::uuid, x->>'status',
          (x->>'round')::int, (x->>'attempt')::int, (x->>'epoch')::int, CASE WHEN x->>'status' = 'ready' THEN v_at END, v_at);
      END IF;
    END LOOP;
  END IF;
  -- Money came back: who waits for it may try again.
  IF (v_state->>'reserved')::bigint < v_run.reserved_micros THEN
    UPDATE "step" SET budget_blocked = false, ready_at = v_at WHERE org_id = v_org AND run_id = v_id AND budget_blocked;
  END IF;

  IF v_count > 0 THEN
    INSERT INTO "fact" (org_id, run_id, seq, type, at, body)
    SELECT v_org, v_id, v_run.seq + n, f->>'type', v_at, f
    FROM jsonb_array_elements(p->'facts') WITH ORDINALITY AS t (f, n);
  END IF;
  IF p ? 'calls' THEN
    INSERT INTO "model_call" (org_id, id, run_id, step_id, round, attempt, epoch, ordinal, provider_id, model, ceiling_micros, started_at)
    SELECT v_org, (c->>'callId')::uuid, v_id, c->>'stepId', (c->>'round')::int, (c->>'attempt')::int, (c->>'epoch')::int,
      (c->>'ordinal')::int, (c->>'providerId')::uuid, c->>'model', (c->>'ceilingMicros')::bigint, v_at
    FROM jsonb_array_elements(p->'calls') c;
  END IF;
  -- One by one: each finds its row by the key, whatever the planner believes of an array's length.
  FOR x IN SELECT * FROM jsonb_array_elements(COALESCE(p->'settles', '[]')) LOOP
    UPDATE "model_call" SET status = x->>'outcome', cost_micros = (x->>'costMicros')::bigint,
      unknown_micros = (x->>'unknownMicros')::bigint, input_tokens = (x->>'inputTokens')::int,
      output_tokens = (x->>'outputTokens')::int, output = x->'output', error = x->>'detail', settled_at = v_at
    WHERE org_id = v_org AND run_id = v_id AND step_id = x->>'stepId' AND id = (x->>'callId')::uuid;
  END LOOP;
  IF p ? 'tools' THEN
    INSERT INTO "tool_call" AS t (org_id, id, run_id, step_id, round, attempt, epoch, ordinal, name, kind, status, args, result, error, started_at, settled_at)
    SELECT v_org, (c->>'callId')::uuid, v_id, c->>'stepId', (c->>'round')::int, (c->>'attempt')::int, (c->>'epoch')::int,
      (c->>'ordinal')::int, c->>'name', c->>'kind', COALESCE(c->>'outcome', 'started'), COALESCE(c->'args', 'null'), c->'result', c->>'detail', v_at,
      CASE WHEN c ? 'outcome' THEN v_at END
    FROM jsonb_array_elements(p->'tools') c
    ON CONFLICT (org_id, id) DO UPDATE SET status = EXCLUDED.status, result = EXCLUDED.result, error = EXCLUDED.error, settled_at = v_at;
  END IF;
  -- Calls of an earlier append that have their outcome now.
  FOR x IN SELECT * FROM jsonb_array_elements(COALESCE(p->'toolSettles', '[]')) LOOP
    UPDATE "tool_call" SET status = x->>'outcome', result = x->'result', error = x->>'detail', settled_at = v_at
    WHERE org_id = v_org AND run_id = v_id AND step_id = x->>'stepId' AND id = (x->>'callId')::uuid;
  END LOOP;
  IF p ? 'audits' THEN PERFORM engine_audit(v_org, v_id, p->'audits'); END IF;
  IF p ? 'gates' THEN PERFORM engine_gates(v_org, v_id, p->'gates', v_at); END IF;
  IF p ? 'artifacts' THEN
    INSERT INTO "artifact" (org_id, id, run_id, step_id, slot_id, round, kind, text, value, created_at)
    SELECT v_org, (a->>'id')::uuid, v_id, a->>'stepId', a->>'slotId', (a->>'round')::int, a->>'kind', a->>'text', a->'value', v_at
    FROM jsonb_array_elements(p->'artifacts') a;
  END IF;

  IF v_count > 0 THEN
    UPDATE "run" SET seq = v_seq, last_at = v_at, status = v_state->>'status', reason = v_state->>'reason',
      spent_micros = (v_state->>'spent')::bigint, reserved_micros = (v_state->>'reserved')::bigint,
      unknown_micros = (v_state->>'unknown')::bigint, input_tokens = (v_state->>'input')::bigint,
      output_tokens = (v_state->>'output')::bigint, rework_rounds = (v_state->>'rework')::int,
      started_at = CASE WHEN (v_state->>'started')::boolean THEN COALESCE(started_at, v_at) END,
      ended_at = CASE WHEN (v_state->>'ended')::boolean THEN COALESCE(ended_at, v_at) END,
      closed_at = CASE WHEN (v_state->>'closed')::boolean THEN COALESCE(closed_at, v_at) END,
      intent_due_at = CASE WHEN v_state ? 'intentMs' THEN COALESCE(intent_due_at, v_at + make_interval(secs => (v_state->>'intentMs')::int / 1000.0)) END,
      adopted_by = COALESCE((v_state->>'adopted')::uuid, adopted_by),
      cap_micros = COALESCE((v_state->>'cap')::bigint, cap_micros),
      -- The clock counts running time alone: it starts behind what has run before.
      clock_from = CASE WHEN v_state->>'status' = 'running' THEN COALESCE(clock_from, v_at - make_interval(secs => active_ms / 1000.0)) END,
      active_ms = CASE WHEN v_state->>'status' <> 'running' AND clock_from IS NOT NULL THEN (extract(epoch FROM v_at - clock_from) * 1000)::bigint ELSE active_ms END
    WHERE org_id = v_org AND id = v_id;
  END IF;

  -- Its ledger will not change any more: it can be added up.
  IF (v_state->>'closed')::boolean AND v_run.closed_at IS NULL THEN
    INSERT INTO "cost_due" (org_id, run_id) VALUES (v_org, v_id) ON CONFLICT DO NOTHING;
  END IF;
  -- Caps that runs share: nothing where none was ever set.
  IF (p ? 'calls' OR p ? 'settles' OR p ? 'capWait' OR v_state->>'status' NOT IN ('queued', 'running'))
    AND EXISTS (SELECT FROM "cap" WHERE org_id = v_org) THEN
    v_caps := caps_follow(v_run, p, v_at);
  END IF;
  IF v_load <> 0 THEN
    UPDATE "org_load" l SET running = l.running + v_load
    FROM "organization" o
    WHERE l.org_id = v_org AND o.org_id = v_org AND (v_load < 0 OR l.running + v_load <= o.max_running)
    RETURNING v_load < 0 AND l.running - v_load >= o.max_running INTO v_room;
    IF NOT FOUND THEN RAISE EXCEPTION 'organization is full' USING ERRCODE = 'TR429'; END IF;
  END IF;
  RETURN COALESCE(v_caps, '{}') || jsonb_build_object('ok', true, 'room', v_room, 'seq', v_seq, 'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
END $$;

-- A run works with its starter's rights: operator or more on the project's line, in an organization not suspended.
CREATE FUNCTION engine_may_run(p_org uuid, p_user uuid, p_project uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_unit uuid;
  v_suspended timestamptz;
BEGIN
  SELECT p.unit_id, o.suspended_at INTO v_unit, v_suspended
  FROM "project" p JOIN "organization" o ON o.org_id = p.org_id WHERE p.org_id = p_org AND p.id = p_project;
  RETURN FOUND AND v_suspended IS NULL AND use_rank(p_org, p_user, v_unit) >= 2;
END $$;

-- What a worker needs to fold a run from `p_after` on (null: from the newest usable snapshot).
CREATE FUNCTION engine_load(p_org uuid, p_run uuid, p_after int, p_rules int) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_snapshot jsonb;
  v_after int := p_after;
  v_run record;
BEGIN
  PERFORM engine_enter(p_org);
  SELECT seq, root_run_id INTO v_run FROM "run" WHERE org_id = p_org AND id = p_run;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF v_after IS NULL THEN
    SELECT s.state, s.seq INTO v_snapshot, v_after FROM "run_snapshot" s
    WHERE s.org_id = p_org AND s.run_id = p_run AND s.rules_version = p_rules ORDER BY s.seq DESC LIMIT 1;
  END IF;
  RETURN jsonb_build_object('root', v_run.root_run_id, 'snapshot', v_snapshot, 'facts', COALESCE((
    SELECT jsonb_agg(f.body || jsonb_build_object('seq', f.seq, 'at', to_char(f.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY f.seq)
    FROM "fact" f WHERE f.org_id = p_org AND f.run_id = p_run AND f.seq > COALESCE(v_after, 0)), '[]'));
END $$;

-- Renews a lease. False: the step is not this epoch's any more, or its run has ended: abort at once.
CREATE FUNCTION engine_heartbeat(p_org uuid, p_run uuid, p_step text, p_epoch int, p_lease_ms int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM engine_enter(p_org);
  IF EXISTS (SELECT FROM "run" WHERE org_id = p_org AND id = p_run AND ended_at IS NOT NULL) THEN RETURN false; END IF;
  UPDATE "step" SET lease_until = clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0)
  WHERE org_id = p_org AND run_id = p_run AND id = p_step AND epoch = p_epoch AND status = 'running';
  RETURN FOUND;
END $$;

-- Everything about an agent that one model call needs, in one read. The price is the one in force now.
CREATE FUNCTION engine_agent(p_org uuid, p_agent uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM engine_enter(p_org);
  RETURN (
    SELECT jsonb_build_object(
      'id', a.id, 'name', a.name, 'role', a.role, 'character', a.character, 'expertise', a.expertise, 'model', a.model,
      'maxOutputTokens', a.max_output_tokens, 'capabilities', a.capabilities, 'toolConfig', a.tool_config, 'deleted', a.deleted_at IS NOT NULL,
      'provider', jsonb_build_object('id', c.id, 'kind', c.kind, 'baseUrl', c.base_url, 'keyCipher', encode(c.key_cipher, 'base64'), 'keyId', c.key_id, 'deleted', c.deleted_at IS NOT NULL),
      'price', (SELECT jsonb_build_object('inputPerMillion', p.input_per_million, 'outputPerMillion', p.output_per_million)
        FROM "price" p WHERE p.org_id = p_org AND p.provider_id = a.provider_id AND p.model = a.model AND p.effective_from <= clock_timestamp()
        ORDER BY p.effective_from DESC LIMIT 1))
    FROM "agent" a JOIN "provider_connection" c ON c.org_id = a.org_id AND c.id = a.provider_id
    WHERE a.org_id = p_org AND a.id = p_agent);
END $$;

-- Texts of artifacts, and the settled calls of a step's round: the checkpoint of its next attempt.
CREATE FUNCTION engine_artifacts(p_org uuid, p_run uuid, p_ids uuid[]) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM engine_enter(p_org);
  RETURN (SELECT COALESCE(jsonb_object_agg(a.id, a.text), '{}') FROM "artifact" a WHERE a.org_id = p_org AND a.run_id = p_run AND a.id = ANY (p_ids));
END $$;

CREATE FUNCTION engine_checkpoint(p_org uuid, p_run uuid, p_step text, p_round int) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM engine_enter(p_org);
  RETURN jsonb_build_object(
    'calls', COALESCE((SELECT jsonb_agg(jsonb_build_object('ordinal', m.ordinal, 'output', m.output) ORDER BY m.ordinal)
      FROM "model_call" m WHERE m.org_id = p_org AND m.run_id = p_run AND m.step_id = p_step AND m.round = p_round AND m.status = 'ok' AND m.output IS NOT NULL), '[]'),
    'tools', COALESCE((SELECT jsonb_agg(jsonb_build_object('ordinal', t.ordinal, 'name', t.name, 'kind', t.kind, 'status', t.status, 'result', t.result) ORDER BY t.ordinal)
      FROM "tool_call" t WHERE t.org_id = p_org AND t.run_id = p_run AND t.step_id = p_step AND t.round = p_round), '[]'));
END $$;

CREATE FUNCTION engine_snapshot(p_org uuid, p_run uuid, p_seq int, p_rules int, p_state jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM engine_enter(p_org);
  INSERT INTO "run_snapshot" (org_id, run_id, seq, rules_version, state) VALUES (p_org, p_run, p_seq, p_rules, p_state) ON CONFLICT DO NOTHING;
  DELETE FROM "run_snapshot" WHERE org_id = p_org AND run_id = p_run AND seq < p_seq;
END $$;

-- One sweep at a time in the whole installation; ids only. An empty answer also means: another worker sweeps.
GRANT CREATE ON SCHEMA public TO troupe_lister;
CREATE FUNCTION lister_sweep(p_grace_ms int, p_clock_ms bigint, p_limit int) RETURNS TABLE (kind text, org_id uuid, run_id uuid, step_id text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(815001) THEN RETURN; END IF;
  RETURN QUERY SELECT 'lapsed', l.org_id, l.run_id, l.step_id FROM lister_lapsed_steps(p_limit) l;
  RETURN QUERY SELECT 'unclosed', u.org_id, u.run_id, NULL::text FROM lister_unclosed_runs(p_grace_ms, p_limit) u;
  RETURN QUERY SELECT 'overdue', o.org_id, o.run_id, NULL::text FROM lister_overdue_runs(p_clock_ms, p_limit) o;
  RETURN QUERY SELECT 'ready', r.org_id, r.run_id, r.step_id FROM lister_ready_steps(p_limit) r;
END $$;
ALTER FUNCTION lister_sweep(int, bigint, int) OWNER TO troupe_lister;
REVOKE ALL ON FUNCTION lister_sweep(int, bigint, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lister_sweep(int, bigint, int) TO troupe_app;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;
