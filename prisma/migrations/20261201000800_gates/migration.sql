-- Gates: what runs ask people for, and until when. A row follows its facts; the journal is the truth.
CREATE TABLE "approval" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "gate_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "step_id" TEXT,
    "round" INTEGER,
    -- What an inbox shows: the step's title, the beginning of what is to be approved.
    "title" TEXT,
    "preview" TEXT,
    "question" TEXT,
    "four_eyes" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'open',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_pkey" PRIMARY KEY ("org_id","run_id","gate_id")
);

ALTER TABLE "approval" ADD CONSTRAINT "approval_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---- Rules that Prisma's schema cannot say ------------------------------------------------------
ALTER TABLE "approval" ADD CONSTRAINT approval_kind CHECK (kind IN ('before', 'after', 'question', 'effect', 'budget'));
ALTER TABLE "approval" ADD CONSTRAINT approval_state CHECK (state IN ('open', 'approved', 'denied', 'answered', 'timed_out', 'withdrawn'));
CREATE INDEX approval_open ON "approval" (org_id, requested_at, run_id, gate_id) WHERE state = 'open';
CREATE INDEX approval_deadline ON "approval" (deadline_at) WHERE state = 'open';

ALTER TABLE "approval" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "approval" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "approval" TO troupe_app USING (org_id = app_org()) WITH CHECK (org_id = app_org());
CREATE POLICY lister ON "approval" FOR SELECT TO troupe_lister USING (true);
CREATE POLICY purge ON "approval" TO troupe_purge USING (org_id = app_org()) WITH CHECK (org_id = app_org());
GRANT SELECT, INSERT, UPDATE ON "approval" TO troupe_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "approval" TO troupe_purge;

-- Gates that an append opened, decided or withdrew.
CREATE FUNCTION engine_gates(p_org uuid, p_run uuid, p_gates jsonb, p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "approval" (org_id, run_id, gate_id, kind, step_id, round, title, preview, question, four_eyes, state, requested_at, deadline_at, decided_by, decided_at)
  SELECT p_org, p_run, g->>'id', g->>'kind', g->>'stepId', (g->>'round')::int, g->>'title', g->>'preview', g->>'question', COALESCE((g->>'fourEyes')::boolean, false), g->>'state',
    p_at, p_at + make_interval(secs => COALESCE((g->>'waitMs')::bigint, 0) / 1000.0), (g->>'by')::uuid, CASE WHEN g->>'state' <> 'open' THEN p_at END
  FROM jsonb_array_elements(p_gates) g
  ON CONFLICT (org_id, run_id, gate_id) DO UPDATE SET state = EXCLUDED.state, decided_by = EXCLUDED.decided_by, decided_at = p_at;
END $$;

-- ---- The run's clock: only `running` counts -----------------------------------------------------
-- `clock_from`: while it runs, now minus what it has run before. `active_ms`: what it had run when it last stopped.
ALTER TABLE "run" ADD COLUMN "clock_from" TIMESTAMPTZ(3);
ALTER TABLE "run" ADD COLUMN "active_ms" BIGINT NOT NULL DEFAULT 0;
-- Whoever answers for a run whose starter's rights have gone: it works with their rights.
ALTER TABLE "run" ADD COLUMN "adopted_by" UUID;
DROP INDEX run_live;
CREATE INDEX run_clock ON "run" (clock_from) WHERE status = 'running';

GRANT CREATE ON SCHEMA public TO troupe_lister;
GRANT SELECT (clock_from) ON "run" TO troupe_lister;
GRANT SELECT (org_id, run_id, gate_id, state, deadline_at) ON "approval" TO troupe_lister;

CREATE OR REPLACE FUNCTION lister_overdue_runs(p_clock_ms bigint, p_limit int) RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.org_id, r.id FROM "run" r WHERE r.status = 'running' AND r.clock_from < clock_timestamp() - make_interval(secs => p_clock_ms / 1000.0)
  ORDER BY r.clock_from LIMIT p_limit
$$;

-- Gates that nobody decided in time.
CREATE FUNCTION lister_expired_gates(p_limit int) RETURNS TABLE (org_id uuid, run_id uuid, gate_id text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.org_id, a.run_id, a.gate_id FROM "approval" a WHERE a.state = 'open' AND a.deadline_at < clock_timestamp()
  ORDER BY a.deadline_at LIMIT p_limit
$$;
ALTER FUNCTION lister_expired_gates(int) OWNER TO troupe_lister;
REVOKE ALL ON FUNCTION lister_expired_gates(int) FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;
