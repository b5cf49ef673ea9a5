-- How many steps of the run may run at the same time, as its plan says: what is ready beyond that is no candidate.
ALTER TABLE "run" ADD COLUMN "parallel_limit" INTEGER;

-- The ended run that this one repeats. `partial`: some of its steps were done from the start; `trial`: a rehearsal of a
-- draft. Only `normal` runs tell anything about a version.
ALTER TABLE "run" ADD COLUMN "rerun_of" UUID, ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'normal';
ALTER TABLE "run" ADD CONSTRAINT run_kind CHECK (kind IN ('normal', 'partial', 'trial'));
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_rerun_of_fkey" FOREIGN KEY ("org_id", "rerun_of") REFERENCES "run"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
CREATE INDEX run_reruns ON "run" (org_id, rerun_of, created_at DESC, id DESC) WHERE rerun_of IS NOT NULL;

-- What a person is in an organization, in one read: memberships with their units' paths, the root, suspension.
CREATE FUNCTION standing(p_org uuid, p_user uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object(
      'suspended', o.suspended_at IS NOT NULL,
      'rootId', (SELECT u.id FROM "org_unit" u WHERE u.org_id = p_org AND u.parent_id IS NULL),
      'grants', COALESCE((
        SELECT jsonb_agg(jsonb_build_object('role', m.role, 'unitPath', u.path))
        FROM "membership" m JOIN "org_unit" u ON u.org_id = m.org_id AND u.id = m.unit_id
        WHERE m.org_id = p_org AND m.user_id = p_user), '[]'))
    FROM "organization" o WHERE o.org_id = p_org);
END $$;

CREATE FUNCTION unit_path(p_org uuid, p_unit uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT to_jsonb(path) FROM "org_unit" WHERE org_id = p_org AND id = p_unit
$$;

-- The hub and the members of a team, as a plan whose slots do not name everybody names them.
CREATE FUNCTION team_people(p_org uuid, p_team uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object(
      'hub', jsonb_agg(x.agent) FILTER (WHERE x.role = 'hub')->0,
      'members', COALESCE(jsonb_agg(x.agent ORDER BY x.name, x.id) FILTER (WHERE x.role <> 'hub'), '[]'))
    FROM (
      SELECT m.role, a.name, a.id,
        jsonb_build_object('agentId', a.id, 'slug', a.slug, 'name', a.name, 'role', a.role) AS agent
      FROM "team_member" m JOIN "agent" a ON a.org_id = m.org_id AND a.id = m.agent_id
      WHERE m.org_id = p_org AND m.team_id = p_team) x);
END $$;

-- The agents that a person sees and may use: those who may fill a slot by role.
CREATE FUNCTION agent_roster(p_org uuid, p_user uuid, p_team uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT COALESCE(jsonb_object_agg(a.id, jsonb_build_object(
      'name', a.name, 'role', a.role, 'capabilities', a.capabilities, 'skills', to_jsonb(a.skills), 'projectIds', to_jsonb(a.project_ids),
      'member', EXISTS (SELECT FROM "team_member" m WHERE m.org_id = p_org AND m.team_id = p_team AND m.agent_id = a.id),
      'handoff', a.handoff_enabled,
      'priced', EXISTS (SELECT FROM "price" p WHERE p.org_id = p_org AND p.provider_id = a.provider_id AND p.model = a.model AND p.effective_from <= clock_timestamp()))), '{}')
    FROM "agent" a JOIN "provider_connection" c ON c.org_id = a.org_id AND c.id = a.provider_id
    WHERE a.org_id = p_org AND a.deleted_at IS NULL AND c.deleted_at IS NULL AND (a.unit_id IS NULL OR use_rank(p_org, p_user, a.unit_id) > 0));
END $$;

-- The terms of a start: all that it decides by and that may change. `p_agents` are those of the version's fixed slots,
-- and the team's people where the plan may name them. `p_roster`: with everybody who may fill a slot.
CREATE FUNCTION run_start_terms(p_org uuid, p_user uuid, p_project uuid, p_team uuid, p_agents uuid[], p_people boolean, p_roster boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_max int;
  v_handoff boolean;
BEGIN
  SELECT max_queued, handoff_enabled INTO v_max, v_handoff FROM "organization" WHERE org_id = p_org;
  RETURN jsonb_build_object(
    'standing', standing(p_org, p_user),
    'project', (SELECT jsonb_build_object('unitPath', unit_path(p_org, p.unit_id), 'archived', p.archived_at IS NOT NULL)
      FROM "project" p WHERE p.org_id = p_org AND p.id = p_project),
    'team', (SELECT jsonb_build_object('id', t.id, 'unitPath', unit_path(p_org, t.unit_id), 'currentVersion', t.current_version)
      FROM "team" t WHERE t.org_id = p_org AND t.id = p_team AND t.deleted_at IS NULL),
    'handoff', v_handoff,
    'capReached', cap_reached(p_org, p_project, p_team, p_agents),
    'queueFull', (SELECT count(*) FROM (SELECT FROM "run" r WHERE r.org_id = p_org AND r.status = 'queued' LIMIT v_max) q) >= v_max,
    'agents', COALESCE((
      SELECT jsonb_object_agg(a.id, jsonb_build_object(
        'handoff', a.handoff_enabled, 'name', a.name, 'role', a.role, 'projectIds', to_jsonb(a.project_ids),
        'available', a.deleted_at IS NULL AND c.deleted_at IS NULL AND (a.unit_id IS NULL OR use_rank(p_org, p_user, a.unit_id) > 0),
        'priced', EXISTS (SELECT FROM "price" p WHERE p.org_id = p_org AND p.provider_id = a.provider_id AND p.model = a.model AND p.effective_from <= clock_timestamp())))
      FROM "agent" a JOIN "provider_connection" c ON c.org_id = a.org_id AND c.id = a.provider_id
      WHERE a.org_id = p_org AND a.id = ANY (p_agents)), '{}'))
    || CASE WHEN p_people THEN jsonb_build_object('people', team_people(p_org, p_team)) ELSE '{}' END
    || CASE WHEN p_roster THEN jsonb_build_object('roster', agent_roster(p_org, p_user, p_team)) ELSE '{}' END;
END $$;

-- Everything that a start decides by, in one read. Nothing is locked: `engine_start` looks again at what may change.
CREATE FUNCTION run_start_material(p_org uuid, p_user uuid, p_project uuid, p_team uuid, p_version int, p_procedure text, p_key text)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_version jsonb;
  v_agents uuid[];
  v_people boolean;
  v_roster boolean;
BEGIN
  PERFORM engine_enter(p_org);
  SELECT jsonb_build_object('version', v.version, 'status', v.status, 'manifest', v.manifest) INTO v_version
  FROM "team_version" v JOIN "team" t ON t.org_id = v.org_id AND t.id = v.team_id AND t.deleted_at IS NULL
  WHERE v.org_id = p_org AND v.team_id = p_team AND v.version = COALESCE(p_version, t.current_version);
  SELECT array_agg(DISTINCT (b->>'agentId')::uuid) INTO v_agents
  FROM jsonb_path_query(v_version->'manifest', '$.slots[*].binding') b WHERE b->>'mode' = 'fixed';
  v_people := COALESCE(v_version->'manifest'->'protocol'->>'kind' = 'lead_workers', false);
  -- A slot by role, or a version that keeps to the team's people.
  v_roster := COALESCE(jsonb_path_exists(v_version->'manifest', '$.slots[*].binding ? (@.mode == "role")')
    OR v_version->'manifest'->>'rosterScope' = 'members', false);
  IF v_people THEN
    v_agents := v_agents || ARRAY(SELECT agent_id FROM "team_member" WHERE org_id = p_org AND team_id = p_team);
  END IF;
  RETURN jsonb_build_object(
    'terms', run_start_terms(p_org, p_user, p_project, p_team, v_agents, v_people, v_roster),
    'version', v_version,
    'replay', (SELECT jsonb_build_object('id', r.id, 'status', r.status, 'inputHash', r.input_hash) FROM "run" r
      WHERE r.org_id = p_org AND r.started_by = p_user AND r.procedure = p_procedure AND r.idempotency_key = p_key));
END $$;

-- Writes a start in one commit: the run with its first facts and steps, and the audit row. {taken}: the key was used
-- meanwhile · {gone}: the team was deleted meanwhile · {denied}: the starter's rights went meanwhile · {changed}: the
-- terms that the caller decided by, if it names any, are not those of now.
CREATE FUNCTION engine_start(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_org uuid := (p->'append'->>'org')::uuid;
  v_run uuid := (p->'append'->>'run')::uuid;
  r jsonb := p->'run';
  a jsonb := p->'audit';
BEGIN
  PERFORM engine_enter(v_org);
  PERFORM FROM "team" WHERE org_id = v_org AND id = (r->>'teamId')::uuid AND deleted_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN RETURN jsonb_build_object('gone', true); END IF;
  IF p ? 'terms' AND p->'terms' <> run_start_terms(v_org, (r->>'startedBy')::uuid, (r->>'projectId')::uuid, (r->>'teamId')::uuid,
    ARRAY(SELECT jsonb_object_keys(p->'terms'->'agents')::uuid), p->'terms' ? 'people', p->'terms' ? 'roster') THEN
    RETURN jsonb_build_object('changed', true);
  END IF;
  IF NOT engine_may_run(v_org, (r->>'startedBy')::uuid, (r->>'projectId')::uuid) THEN
    RETURN jsonb_build_object('denied', true);
  END IF;
  INSERT INTO "run" (org_id, id, root_run_id, project_id, team_id, team_version, goal, manifest, started_by, procedure, idempotency_key, input_hash, cap_micros, parallel_limit, rerun_of, kind)
  VALUES (v_org, v_run, v_run, (r->>'projectId')::uuid, (r->>'teamId')::uuid, (r->>'teamVersion')::int, r->>'goal', r->'manifest',
    (r->>'startedBy')::uuid, r->>'procedure', r->>'idempotencyKey', r->>'inputHash', (r->>'capMicros')::bigint,
    (r->'manifest'->'defaults'->>'parallelLimit')::int, (r->>'rerunOf')::uuid, COALESCE(r->>'kind', 'normal'))
  ON CONFLICT (org_id, started_by, procedure, idempotency_key) DO NOTHING;
  IF NOT FOUND THEN RETURN jsonb_build_object('taken', true); END IF;
  INSERT INTO "audit" (org_id, id, actor_kind, actor_id, action, target_type, target_id, after, request_id)
  VALUES (v_org, (a->>'id')::uuid, a->>'actorKind', (a->>'actorId')::uuid, 'run.started', 'run', v_run::text, a->'after', a->>'requestId');
  IF p ? 'copies' THEN
    INSERT INTO "artifact" (org_id, id, run_id, step_id, slot_id, round, kind, text, value, created_at)
    SELECT v_org, (c->>'to')::uuid, v_run, a.step_id, a.slot_id, 1, a.kind, a.text, a.value, clock_timestamp()
    FROM jsonb_array_elements(p->'copies') c JOIN "artifact" a ON a.org_id = v_org AND a.run_id = (r->>'rerunOf')::uuid AND a.id = (c->>'from')::uuid;
  END IF;
  IF p ? 'carry' THEN
    PERFORM scratch_carry(v_org, (r->>'rerunOf')::uuid, v_run, p->'carry');
  END IF;
  RETURN engine_append(p->'append');
END $$;

-- Between indexes that cost the same on a table without statistics the planner takes the newest. This one is what a
-- run is looked up by, whatever lists want; without it a young installation reads all runs of an organization to
-- find one, in foreign-key checks too (tests/db/plans.test.ts).
CREATE UNIQUE INDEX "run_by_id" ON "run" (id);
