-- Handoffs between agents are off until the organization and each agent allow them.
ALTER TABLE "organization" ADD COLUMN "handoff_enabled" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "agent" ADD COLUMN "handoff_enabled" BOOLEAN NOT NULL DEFAULT false;

-- While an actor has delivered and nobody has said what comes next: when the run's patience ends.
ALTER TABLE "run" ADD COLUMN "intent_due_at" TIMESTAMPTZ(3);
CREATE INDEX run_intent_due ON "run" (intent_due_at) WHERE intent_due_at IS NOT NULL;

GRANT CREATE ON SCHEMA public TO troupe_lister;
GRANT SELECT (intent_due_at) ON "run" TO troupe_lister;

-- Runs whose actor was waited for in vain.
CREATE FUNCTION lister_silent_actors(p_limit int) RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.org_id, r.id FROM "run" r WHERE r.intent_due_at < clock_timestamp() ORDER BY r.intent_due_at LIMIT p_limit
$$;
ALTER FUNCTION lister_silent_actors(int) OWNER TO troupe_lister;
REVOKE ALL ON FUNCTION lister_silent_actors(int) FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;

-- What the engine itself puts into the audit log: an actor asked for what it may not do.
CREATE FUNCTION engine_audit(p_org uuid, p_run uuid, p_entries jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "audit" (org_id, id, actor_kind, actor_id, action, target_type, target_id, after, request_id)
  SELECT p_org, (e->>'id')::uuid, 'agent', (e->>'agentId')::uuid, e->>'action', 'run', p_run::text, e->'after', p_run::text
  FROM jsonb_array_elements(p_entries) e;
END $$;
