-- Shared caps: what an organization, a unit, a project, a team or an agent may spend in a day or a month (UTC).
--
-- A run draws a tranche from every cap that applies to its next call and reserves the call in its own rows, so that
-- calls seldom touch a row that other runs touch. Whatever a run has drawn counts as taken; taken never exceeds the
-- limit but for what a provider billed beyond a ceiling. Lock order: the run, then caps by (rank, id), always.
CREATE TABLE "cap" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "level" TEXT NOT NULL,
    -- The unit, project, team or agent; of the organization's own cap its own id.
    "subject_id" UUID NOT NULL,
    "rank" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "limit_micros" BIGINT NOT NULL,
    "at_limit" TEXT NOT NULL DEFAULT 'end',
    "set_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- Never deleted: calls in flight still settle against it.
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "cap_pkey" PRIMARY KEY ("org_id","id")
);

CREATE TABLE "cap_use" (
    "org_id" UUID NOT NULL,
    "cap_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "taken_micros" BIGINT NOT NULL DEFAULT 0,
    "warned_at" TIMESTAMPTZ(3),

    CONSTRAINT "cap_use_pkey" PRIMARY KEY ("org_id","cap_id","period_start")
);

CREATE TABLE "cap_draw" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "cap_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "drawn_micros" BIGINT NOT NULL DEFAULT 0,
    "reserved_micros" BIGINT NOT NULL DEFAULT 0,
    "spent_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "cap_draw_pkey" PRIMARY KEY ("org_id","run_id","cap_id","period_start")
);

CREATE TABLE "cap_wait" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "cap_id" UUID NOT NULL,
    "needed_micros" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cap_wait_pkey" PRIMARY KEY ("org_id","run_id","step_id","cap_id")
);

ALTER TABLE "cap" ADD CONSTRAINT "cap_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cap_use" ADD CONSTRAINT "cap_use_org_id_cap_id_fkey" FOREIGN KEY ("org_id", "cap_id") REFERENCES "cap"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cap_draw" ADD CONSTRAINT "cap_draw_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cap_draw" ADD CONSTRAINT "cap_draw_org_id_cap_id_fkey" FOREIGN KEY ("org_id", "cap_id") REFERENCES "cap"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cap_wait" ADD CONSTRAINT "cap_wait_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cap_wait" ADD CONSTRAINT "cap_wait_org_id_cap_id_fkey" FOREIGN KEY ("org_id", "cap_id") REFERENCES "cap"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The caps that a call was counted against; null: none was in force.
ALTER TABLE "model_call" ADD COLUMN "cap_ids" UUID[];

-- ---- Rules that Prisma's schema cannot say ------------------------------------------------------
ALTER TABLE "cap" ADD CONSTRAINT cap_level CHECK (level IN ('organization', 'unit', 'project', 'team', 'agent'));
ALTER TABLE "cap" ADD CONSTRAINT cap_rank CHECK (rank = CASE level WHEN 'organization' THEN 0 WHEN 'unit' THEN 1 WHEN 'project' THEN 2 WHEN 'team' THEN 3 ELSE 4 END);
ALTER TABLE "cap" ADD CONSTRAINT cap_period CHECK (period IN ('day', 'month'));
ALTER TABLE "cap" ADD CONSTRAINT cap_at_limit CHECK (at_limit IN ('end', 'ask'));
ALTER TABLE "cap" ADD CONSTRAINT cap_limit CHECK (limit_micros >= 0);
CREATE UNIQUE INDEX cap_in_force ON "cap" (org_id, level, subject_id, period) WHERE removed_at IS NULL;
-- Runs that hold money of a cap: few, the living ones.
CREATE INDEX cap_draw_open ON "cap_draw" (org_id, cap_id, period_start) WHERE drawn_micros <> spent_micros;
CREATE INDEX cap_draw_by_cap ON "cap_draw" (org_id, cap_id);
CREATE INDEX cap_wait_by_cap ON "cap_wait" (org_id, cap_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['cap', 'cap_use', 'cap_draw', 'cap_wait'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO troupe_app USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('CREATE POLICY purge ON %I TO troupe_purge USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO troupe_app, troupe_purge', t);
  END LOOP;
END $$;

-- When the period that holds `p_at` began.
CREATE FUNCTION cap_period_start(p_period text, p_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc(p_period, p_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
$$;

-- What has been spent of a cap in a period, unknown outcomes included: taken, less what runs hold and have not spent.
CREATE FUNCTION cap_spent(p_org uuid, p_cap uuid, p_start timestamptz, p_taken bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT p_taken - COALESCE(sum(d.drawn_micros - d.spent_micros), 0)::bigint FROM "cap_draw" d
  WHERE d.org_id = p_org AND d.cap_id = p_cap AND d.period_start = p_start AND d.drawn_micros <> d.spent_micros
$$;

-- What a cap that is set now has had spent in its period already, ceilings of calls in flight included.
CREATE FUNCTION cap_base(p_org uuid, p_level text, p_subject uuid, p_from timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT COALESCE(sum(c.cost + c.unknown + c.open), 0)::bigint
    FROM cost_parts(p_org, (p_from AT TIME ZONE 'UTC')::date, 'infinity') c
    WHERE CASE p_level
      WHEN 'organization' THEN true
      WHEN 'project' THEN c.project_id = p_subject
      WHEN 'team' THEN c.team_id = p_subject
      WHEN 'agent' THEN c.agent_id = p_subject
      ELSE EXISTS (SELECT FROM "project" j JOIN "org_unit" u ON u.org_id = j.org_id AND u.id = j.unit_id
        WHERE j.org_id = p_org AND j.id = c.project_id AND p_subject = ANY (u.path)) END);
END $$;

-- Marks a cap whose 80 % are spent, once a period; null: it was marked before, or there is nothing to say.
CREATE FUNCTION cap_warn(p_org uuid, p_cap uuid, p_start timestamptz, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_use record;
  v_spent bigint;
BEGIN
  SELECT u.taken_micros, c.limit_micros, c.level, c.subject_id INTO v_use
  FROM "cap_use" u JOIN "cap" c ON c.org_id = u.org_id AND c.id = u.cap_id
  WHERE u.org_id = p_org AND u.cap_id = p_cap AND u.period_start = p_start AND u.warned_at IS NULL AND u.taken_micros * 5 >= c.limit_micros * 4;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_spent := cap_spent(p_org, p_cap, p_start, v_use.taken_micros);
  IF v_spent = 0 OR v_spent * 5 < v_use.limit_micros * 4 THEN RETURN NULL; END IF;
  UPDATE "cap_use" SET warned_at = p_at WHERE org_id = p_org AND cap_id = p_cap AND period_start = p_start;
  RETURN jsonb_build_object('capId', p_cap, 'level', v_use.level, 'subjectId', v_use.subject_id, 'limitMicros', v_use.limit_micros, 'spentMicros', v_spent);
END $$;

-- Brings a run's part of every cap along with an append, inside it and under the run's lock: settlements leave their
-- reservations, new calls reserve and draw, a run that waits, pauses or ends gives back what it has not spent.
-- Answers {freed, warned}. Raises TR402 with the cap in its detail when a call does not fit: all is rolled back.
CREATE FUNCTION caps_follow(p_run "run", p jsonb, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := p_run.org_id;
  v_returns boolean := p ? 'capWait' OR p->'state'->>'status' NOT IN ('queued', 'running');
  v_path uuid[];
  v_ids uuid[] := '{}';
  v_freed boolean := false;
  v_warned jsonb := '[]';
  v_warn jsonb;
  v_free bigint;
  v_taken bigint;
  v_spent bigint;
  v_take bigint;
  v_own boolean;
  v_call record;
  v_cap record;
  v_now record;
  v_draw record;
  x jsonb;
BEGIN
  FOR x IN SELECT * FROM jsonb_array_elements(COALESCE(p->'settles', '[]')) LOOP
    SELECT ceiling_micros, cap_ids, started_at INTO v_call FROM "model_call"
    WHERE org_id = v_org AND run_id = p_run.id AND step_id = x->>'stepId' AND id = (x->>'callId')::uuid;
    CONTINUE WHEN v_call.cap_ids IS NULL;
    UPDATE "cap_draw" d SET reserved_micros = d.reserved_micros - v_call.ceiling_micros,
      spent_micros = d.spent_micros + (x->>'costMicros')::bigint + (x->>'unknownMicros')::bigint
    FROM "cap" c WHERE c.org_id = v_org AND c.id = d.cap_id AND d.org_id = v_org AND d.run_id = p_run.id
      AND d.cap_id = ANY (v_call.cap_ids) AND d.period_start = cap_period_start(c.period, v_call.started_at);
  END LOOP;

  -- Accounts with caps that must be put straight: what was billed beyond its ceiling is taken at once, whatever the limit.
  IF v_returns OR EXISTS (SELECT FROM "cap_draw" WHERE org_id = v_org AND run_id = p_run.id AND drawn_micros < spent_micros + reserved_micros) THEN
    PERFORM FROM "cap" c WHERE c.org_id = v_org AND (p ? 'calls' OR c.id IN (
      SELECT d.cap_id FROM "cap_draw" d WHERE d.org_id = v_org AND d.run_id = p_run.id AND d.drawn_micros <> d.spent_micros + d.reserved_micros))
    ORDER BY c.rank, c.id FOR NO KEY UPDATE;
    FOR v_draw IN SELECT cap_id, period_start, drawn_micros - spent_micros - reserved_micros AS idle FROM "cap_draw"
      WHERE org_id = v_org AND run_id = p_run.id AND (drawn_micros < spent_micros + reserved_micros OR (v_returns AND drawn_micros > spent_micros + reserved_micros)) LOOP
      UPDATE "cap_use" SET taken_micros = taken_micros - v_draw.idle WHERE org_id = v_org AND cap_id = v_draw.cap_id AND period_start = v_draw.period_start;
      UPDATE "cap_draw" SET drawn_micros = drawn_micros - v_draw.idle
      WHERE org_id = v_org AND run_id = p_run.id AND cap_id = v_draw.cap_id AND period_start = v_draw.period_start;
      v_freed := v_freed OR v_draw.idle > 0;
      -- A run that has ended says nothing any more: the next one that draws does.
      IF NOT (p->'state'->>'ended')::boolean THEN
        v_warn := cap_warn(v_org, v_draw.cap_id, v_draw.period_start, p_at);
        IF v_warn IS NOT NULL THEN v_warned := v_warned || v_warn; END IF;
      END IF;
    END LOOP;
  END IF;

  IF p ? 'calls' THEN
    SELECT u.path INTO v_path FROM "project" j JOIN "org_unit" u ON u.org_id = j.org_id AND u.id = j.unit_id
    WHERE j.org_id = v_org AND j.id = p_run.project_id;
    FOR v_cap IN
      SELECT c.id, c.level, c.subject_id, cap_period_start(c.period, p_at) AS start, n.need
      FROM "cap" c CROSS JOIN LATERAL (
        SELECT sum((e->>'ceilingMicros')::bigint)::bigint AS need FROM jsonb_array_elements(p->'calls') e
        WHERE c.level <> 'agent' OR EXISTS (SELECT FROM "step" s WHERE s.org_id = v_org AND s.run_id = p_run.id AND s.id = e->>'stepId' AND s.agent_id = c.subject_id)) n
      WHERE c.org_id = v_org AND c.removed_at IS NULL AND n.need IS NOT NULL AND CASE c.level
        WHEN 'organization' THEN true WHEN 'agent' THEN true
        WHEN 'project' THEN c.subject_id = p_run.project_id
        WHEN 'team' THEN c.subject_id = p_run.team_id
        ELSE c.subject_id = ANY (v_path) END
      ORDER BY c.rank, c.id
    LOOP
      v_free := 0;
      v_own := false;
      v_take := 0;
      SELECT d.drawn_micros - d.spent_micros - d.reserved_micros, d.reserved_micros > 0 INTO v_free, v_own FROM "cap_draw" d
      WHERE d.org_id = v_org AND d.run_id = p_run.id AND d.cap_id = v_cap.id AND d.period_start = v_cap.start;
      v_free := COALESCE(v_free, 0);
      IF v_free < v_cap.need THEN
        SELECT c.limit_micros, c.at_limit INTO v_now FROM "cap" c WHERE c.org_id = v_org AND c.id = v_cap.id AND c.removed_at IS NULL FOR NO KEY UPDATE;
        CONTINUE WHEN NOT FOUND;
        INSERT INTO "cap_use" (org_id, cap_id, period_start) VALUES (v_org, v_cap.id, v_cap.start) ON CONFLICT DO NOTHING;
        SELECT taken_micros INTO v_taken FROM "cap_use" WHERE org_id = v_org AND cap_id = v_cap.id AND period_start = v_cap.start;
        IF v_now.limit_micros - v_taken < v_cap.need - v_free THEN
          v_spent := cap_spent(v_org, v_cap.id, v_cap.start, v_taken);
          -- Open: something may come back that makes room. Calls of this run are waited for in any case.
          RAISE EXCEPTION 'a cap is reached' USING ERRCODE = 'TR402', DETAIL = jsonb_build_object(
            'capId', v_cap.id, 'level', v_cap.level, 'subjectId', v_cap.subject_id, 'limitMicros', v_now.limit_micros, 'spentMicros', v_spent,
            'neededMicros', v_cap.need, 'ask', v_now.at_limit = 'ask',
            'open', COALESCE(v_own, false) OR v_spent + v_cap.need <= v_now.limit_micros)::text;
        END IF;
        -- A tranche: a quarter of a dollar, of a small cap no more than its tenth, so that others find something too.
        v_take := LEAST(v_now.limit_micros - v_taken, GREATEST(v_cap.need - v_free, LEAST(250000, v_now.limit_micros / 10)));
        UPDATE "cap_use" SET taken_micros = taken_micros + v_take WHERE org_id = v_org AND cap_id = v_cap.id AND period_start = v_cap.start;
      END IF;
      INSERT INTO "cap_draw" AS d (org_id, run_id, cap_id, period_start, drawn_micros, reserved_micros)
      VALUES (v_org, p_run.id, v_cap.id, v_cap.start, v_take, v_cap.need)
      ON CONFLICT (org_id, run_id, cap_id, period_start) DO UPDATE SET drawn_micros = d.drawn_micros + v_take, reserved_micros = d.reserved_micros + v_cap.need;
      IF v_take > 0 THEN
        v_warn := cap_warn(v_org, v_cap.id, v_cap.start, p_at);
        IF v_warn IS NOT NULL THEN v_warned := v_warned || v_warn; END IF;
      END IF;
      v_ids := v_ids || v_cap.id;
    END LOOP;
    IF v_ids <> '{}' THEN
      FOR x IN SELECT * FROM jsonb_array_elements(p->'calls') LOOP
        UPDATE "model_call" SET cap_ids = ARRAY(
          SELECT c.id FROM "cap" c WHERE c.org_id = v_org AND c.id = ANY (v_ids) AND (c.level <> 'agent' OR EXISTS (
            SELECT FROM "step" s WHERE s.org_id = v_org AND s.run_id = p_run.id AND s.id = x->>'stepId' AND s.agent_id = c.subject_id)))
        WHERE org_id = v_org AND run_id = p_run.id AND step_id = x->>'stepId' AND id = (x->>'callId')::uuid;
      END LOOP;
    END IF;
  END IF;

  IF p ? 'capWait' THEN
    INSERT INTO "cap_wait" (org_id, run_id, step_id, cap_id, needed_micros, since)
    VALUES (v_org, p_run.id, p->'capWait'->>'stepId', (p->'capWait'->>'capId')::uuid, (p->'capWait'->>'neededMicros')::bigint, p_at)
    ON CONFLICT (org_id, run_id, step_id, cap_id) DO UPDATE SET needed_micros = EXCLUDED.needed_micros, since = p_at;
  END IF;
  RETURN CASE WHEN v_freed THEN jsonb_build_object('freed', true) ELSE '{}' END
    || CASE WHEN v_warned <> '[]' THEN jsonb_build_object('warned', v_warned) ELSE '{}' END;
END $$;

-- Lets steps try again that waited for a cap: those who came first, as many as its room is enough for; all when nothing
-- of it is open any more, so that their runs end or ask; and a few that have waited for `p_after_ms`. A statement of
-- its own, outside every append: it takes rows of many runs, and none that anybody holds.
CREATE FUNCTION caps_wake(p_org uuid, p_after_ms int) RETURNS TABLE (run_id uuid, step_id text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM engine_enter(p_org);
  RETURN QUERY
    WITH room AS MATERIALIZED (
      SELECT c.id, CASE
        WHEN c.removed_at IS NOT NULL OR cap_spent(p_org, c.id, n.start, COALESCE(u.taken_micros, 0)) = COALESCE(u.taken_micros, 0) THEN NULL
        ELSE c.limit_micros - COALESCE(u.taken_micros, 0) END AS micros
      FROM "cap" c CROSS JOIN LATERAL (SELECT cap_period_start(c.period, clock_timestamp()) AS start) n
      LEFT JOIN "cap_use" u ON u.org_id = c.org_id AND u.cap_id = c.id AND u.period_start = n.start
      WHERE c.org_id = p_org AND c.id IN (SELECT w.cap_id FROM "cap_wait" w WHERE w.org_id = p_org)),
    line AS (
      SELECT w.run_id, w.step_id, w.since, r.micros, sum(w.needed_micros) OVER before AS needed, row_number() OVER before AS place
      FROM "cap_wait" w JOIN room r ON r.id = w.cap_id WHERE w.org_id = p_org
      WINDOW before AS (PARTITION BY w.cap_id ORDER BY w.since, w.run_id, w.step_id)),
    due AS (
      SELECT l.run_id, l.step_id FROM line l WHERE l.place <= 500 AND (l.micros IS NULL OR l.needed <= l.micros
        OR (l.place <= 10 AND l.since < clock_timestamp() - make_interval(secs => p_after_ms / 1000.0)))),
    taken AS (
      SELECT s.run_id, s.id FROM "step" s JOIN due d ON d.run_id = s.run_id AND d.step_id = s.id
      WHERE s.org_id = p_org AND s.budget_blocked FOR UPDATE OF s SKIP LOCKED)
    UPDATE "step" s SET budget_blocked = false, ready_at = clock_timestamp(), updated_at = clock_timestamp()
    FROM taken t WHERE s.org_id = p_org AND s.run_id = t.run_id AND s.id = t.id
    RETURNING s.run_id, s.id;
  DELETE FROM "cap_wait" w WHERE w.org_id = p_org AND NOT EXISTS (
    SELECT FROM "step" s WHERE s.org_id = p_org AND s.run_id = w.run_id AND s.id = w.step_id AND s.budget_blocked);
END $$;

-- The level of a cap that would end a run of these before its first call, as all of it is spent; null: there is none.
CREATE FUNCTION cap_reached(p_org uuid, p_project uuid, p_team uuid, p_agents uuid[]) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "cap" WHERE org_id = p_org) THEN RETURN NULL; END IF;
  RETURN (
    SELECT c.level FROM "cap" c CROSS JOIN LATERAL (SELECT cap_period_start(c.period, clock_timestamp()) AS start) n
    LEFT JOIN "cap_use" u ON u.org_id = c.org_id AND u.cap_id = c.id AND u.period_start = n.start
    WHERE c.org_id = p_org AND c.removed_at IS NULL AND c.at_limit = 'end' AND CASE c.level
      WHEN 'organization' THEN true
      WHEN 'project' THEN c.subject_id = p_project
      WHEN 'team' THEN c.subject_id = p_team
      WHEN 'agent' THEN c.subject_id = ANY (p_agents)
      ELSE EXISTS (SELECT FROM "project" j JOIN "org_unit" o ON o.org_id = j.org_id AND o.id = j.unit_id
        WHERE j.org_id = p_org AND j.id = p_project AND c.subject_id = ANY (o.path)) END
      AND COALESCE(u.taken_micros, 0) >= c.limit_micros AND cap_spent(p_org, c.id, n.start, COALESCE(u.taken_micros, 0)) >= c.limit_micros
    ORDER BY c.rank, c.id LIMIT 1);
END $$;
