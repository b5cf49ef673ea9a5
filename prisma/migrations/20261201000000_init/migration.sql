-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email_verified" TIMESTAMPTZ(3),
    "image" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "access_epoch" INTEGER NOT NULL DEFAULT 0,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential" (
    "user_id" UUID NOT NULL,
    "password_hash" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_agent" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification_token" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_token_pkey" PRIMARY KEY ("identifier","token")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "organization" (
    "org_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "max_running" INTEGER NOT NULL DEFAULT 8,
    "max_queued" INTEGER NOT NULL DEFAULT 1000,
    "access_epoch" BIGINT NOT NULL DEFAULT 0,
    "suspended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "org_load" (
    "org_id" UUID NOT NULL,
    "running" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "org_load_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "org_unit" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "path" UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "org_unit_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "membership" (
    "org_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "unit_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("org_id","user_id","unit_id")
);

-- CreateTable
CREATE TABLE "project" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "unit_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "provider_connection" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT,
    "key_cipher" BYTEA,
    "key_id" TEXT,
    "models" TEXT[],
    "unit_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_connection_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "price" (
    "org_id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "effective_from" TIMESTAMPTZ(3) NOT NULL,
    "input_per_million" BIGINT NOT NULL,
    "output_per_million" BIGINT NOT NULL,

    CONSTRAINT "price_pkey" PRIMARY KEY ("org_id","provider_id","model","effective_from")
);

-- CreateTable
CREATE TABLE "agent" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "character" TEXT NOT NULL DEFAULT '',
    "expertise" TEXT NOT NULL DEFAULT '',
    "provider_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "max_output_tokens" INTEGER NOT NULL DEFAULT 2048,
    "capabilities" JSONB,
    "skills" TEXT[],
    "tool_config" JSONB NOT NULL DEFAULT '{}',
    "project_ids" UUID[],
    "is_default_hub" BOOLEAN NOT NULL DEFAULT false,
    "unit_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "agent_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "team" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "icon" TEXT NOT NULL DEFAULT 'users',
    "color" TEXT NOT NULL DEFAULT '#6366f1',
    "hub_agent_id" UUID NOT NULL,
    "current_version" INTEGER,
    "unit_id" UUID,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "team_member" (
    "org_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_member_pkey" PRIMARY KEY ("org_id","team_id","agent_id")
);

-- CreateTable
CREATE TABLE "team_draft" (
    "org_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "base_version" INTEGER,
    "manifest" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_draft_pkey" PRIMARY KEY ("org_id","team_id","user_id")
);

-- CreateTable
CREATE TABLE "team_version" (
    "org_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "manifest" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "base_version" INTEGER,
    "origin" TEXT NOT NULL DEFAULT 'human',
    "provenance" JSONB NOT NULL DEFAULT '{}',
    "note" TEXT NOT NULL DEFAULT '',
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "team_version_pkey" PRIMARY KEY ("org_id","team_id","version")
);

-- CreateTable
CREATE TABLE "run" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "team_id" UUID,
    "team_version" INTEGER,
    "agent_id" UUID,
    "goal" TEXT NOT NULL,
    "manifest" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "parent_run_id" UUID,
    "root_run_id" UUID NOT NULL,
    "started_by" UUID NOT NULL,
    "procedure" TEXT NOT NULL DEFAULT 'run.start',
    "idempotency_key" VARCHAR(200) NOT NULL,
    "input_hash" TEXT NOT NULL,
    "cap_micros" BIGINT NOT NULL,
    "spent_micros" BIGINT NOT NULL DEFAULT 0,
    "reserved_micros" BIGINT NOT NULL DEFAULT 0,
    "unknown_micros" BIGINT NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "rework_rounds" INTEGER NOT NULL DEFAULT 0,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "run_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "step" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "slot_id" TEXT NOT NULL,
    "agent_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'blocked',
    "round" INTEGER NOT NULL DEFAULT 1,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "ready_at" TIMESTAMPTZ(3),
    "budget_blocked" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_pkey" PRIMARY KEY ("org_id","run_id","id")
);

-- CreateTable
CREATE TABLE "fact" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "fact_pkey" PRIMARY KEY ("org_id","run_id","seq")
);

-- CreateTable
CREATE TABLE "run_snapshot" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "state" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_snapshot_pkey" PRIMARY KEY ("org_id","run_id","seq")
);

-- CreateTable
CREATE TABLE "model_call" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "provider_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'started',
    "ceiling_micros" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "unknown_micros" BIGINT NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "output" JSONB,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "model_call_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "tool_call" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'started',
    "args" JSONB NOT NULL,
    "result" JSONB,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "tool_call_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "artifact" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "slot_id" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "artifact_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "step_stream" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "step_id" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "step_stream_pkey" PRIMARY KEY ("org_id","run_id","step_id")
);

-- CreateTable
CREATE TABLE "audit" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_provider_provider_account_id_key" ON "account"("provider", "provider_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "verification_token_token_key" ON "verification_token"("token");

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE INDEX "org_unit_org_id_parent_id_idx" ON "org_unit"("org_id", "parent_id");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_org_id_slug_key" ON "project"("org_id", "slug");

-- CreateIndex
CREATE INDEX "team_member_org_id_agent_id_idx" ON "team_member"("org_id", "agent_id");

-- CreateIndex
CREATE INDEX "run_org_id_created_at_id_idx" ON "run"("org_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "run_org_id_team_id_created_at_idx" ON "run"("org_id", "team_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "run_org_id_root_run_id_idx" ON "run"("org_id", "root_run_id");

-- CreateIndex
CREATE UNIQUE INDEX "run_org_id_started_by_procedure_idempotency_key_key" ON "run"("org_id", "started_by", "procedure", "idempotency_key");

-- CreateIndex
CREATE INDEX "model_call_org_id_run_id_step_id_idx" ON "model_call"("org_id", "run_id", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "tool_call_org_id_run_id_step_id_round_ordinal_key" ON "tool_call"("org_id", "run_id", "step_id", "round", "ordinal");

-- CreateIndex
CREATE INDEX "artifact_org_id_run_id_idx" ON "artifact"("org_id", "run_id");

-- CreateIndex
CREATE INDEX "audit_org_id_at_idx" ON "audit"("org_id", "at" DESC);

-- CreateIndex
CREATE INDEX "audit_org_id_target_type_target_id_idx" ON "audit"("org_id", "target_type", "target_id");

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_load" ADD CONSTRAINT "org_load_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_unit" ADD CONSTRAINT "org_unit_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_unit" ADD CONSTRAINT "org_unit_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "parent_id") REFERENCES "org_unit"("org_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_org_id_unit_id_fkey" FOREIGN KEY ("org_id", "unit_id") REFERENCES "org_unit"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_org_id_unit_id_fkey" FOREIGN KEY ("org_id", "unit_id") REFERENCES "org_unit"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_connection" ADD CONSTRAINT "provider_connection_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_connection" ADD CONSTRAINT "provider_connection_org_id_unit_id_fkey" FOREIGN KEY ("org_id", "unit_id") REFERENCES "org_unit"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price" ADD CONSTRAINT "price_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price" ADD CONSTRAINT "price_org_id_provider_id_fkey" FOREIGN KEY ("org_id", "provider_id") REFERENCES "provider_connection"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_org_id_unit_id_fkey" FOREIGN KEY ("org_id", "unit_id") REFERENCES "org_unit"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_org_id_provider_id_fkey" FOREIGN KEY ("org_id", "provider_id") REFERENCES "provider_connection"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_org_id_unit_id_fkey" FOREIGN KEY ("org_id", "unit_id") REFERENCES "org_unit"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_org_id_hub_agent_id_fkey" FOREIGN KEY ("org_id", "hub_agent_id") REFERENCES "agent"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "team"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_org_id_agent_id_fkey" FOREIGN KEY ("org_id", "agent_id") REFERENCES "agent"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_draft" ADD CONSTRAINT "team_draft_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "team"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_version" ADD CONSTRAINT "team_version_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "team"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_project_id_fkey" FOREIGN KEY ("org_id", "project_id") REFERENCES "project"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "team"("org_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step" ADD CONSTRAINT "step_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fact" ADD CONSTRAINT "fact_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_snapshot" ADD CONSTRAINT "run_snapshot_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_call" ADD CONSTRAINT "model_call_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool_call" ADD CONSTRAINT "tool_call_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit" ADD CONSTRAINT "audit_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;


-- ---- Roles --------------------------------------------------------------------------------------
-- Roles belong to the cluster, so they are made only when missing; passwords are set by whoever deploys.
DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['troupe_app', 'troupe_auth', 'troupe_lister', 'troupe_queue', 'troupe_purge'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', r);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the cluster was quicker
    END;
  END LOOP;
  IF NOT pg_has_role(CURRENT_USER, 'troupe_lister', 'SET') THEN
    GRANT troupe_lister TO CURRENT_USER;
  END IF;
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO troupe_app, troupe_auth, troupe_lister, troupe_purge;

-- ---- Rules that Prisma's schema cannot say ------------------------------------------------------
ALTER TABLE "membership" ADD CONSTRAINT membership_role CHECK (role IN ('owner', 'admin', 'builder', 'operator', 'viewer'));
ALTER TABLE "team_member" ADD CONSTRAINT team_member_role CHECK (role IN ('hub', 'member'));
ALTER TABLE "team_version" ADD CONSTRAINT team_version_status CHECK (status IN ('draft', 'applied', 'rejected'));
ALTER TABLE "provider_connection" ADD CONSTRAINT provider_kind CHECK (kind IN ('demo', 'openai', 'anthropic', 'openai_compatible'));
ALTER TABLE "price" ADD CONSTRAINT price_not_negative CHECK (input_per_million >= 0 AND output_per_million >= 0);
ALTER TABLE "run" ADD CONSTRAINT run_status CHECK (status IN ('queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled', 'budget_exceeded', 'max_round_exceeded', 'pingpong_exceeded', 'timed_out'));
ALTER TABLE "step" ADD CONSTRAINT step_status CHECK (status IN ('blocked', 'waiting', 'ready', 'running', 'completed', 'failed', 'skipped', 'cancelled'));
ALTER TABLE "org_load" ADD CONSTRAINT org_load_not_negative CHECK (running >= 0);
ALTER TABLE "org_unit" ADD CONSTRAINT org_unit_depth CHECK (cardinality(path) BETWEEN 1 AND 8);

-- A deleted team or agent is a tombstone: its slug is free again. One root per organization, one hub per team.
CREATE UNIQUE INDEX team_slug_live ON "team" (org_id, slug) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX agent_slug_live ON "agent" (org_id, slug) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX agent_default_hub ON "agent" (org_id) WHERE is_default_hub AND deleted_at IS NULL;
CREATE UNIQUE INDEX org_unit_root ON "org_unit" (org_id) WHERE parent_id IS NULL;
CREATE UNIQUE INDEX team_one_hub ON "team_member" (org_id, team_id) WHERE role = 'hub';
CREATE INDEX org_unit_path ON "org_unit" USING gin (path);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_has_role(CURRENT_USER, 'troupe_purge', 'USAGE') AND CURRENT_USER = 'troupe_purge' THEN
    RETURN COALESCE(NEW, OLD);
  END IF;
  RAISE EXCEPTION '% is immutable', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER fact_immutable BEFORE UPDATE OR DELETE ON "fact" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_immutable BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER team_version_kept BEFORE DELETE ON "team_version" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A version changes once: draft → applied | rejected, and nothing but the decision.
CREATE FUNCTION team_version_decide() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'draft' AND NEW.status IN ('applied', 'rejected')
     AND (NEW.org_id, NEW.team_id, NEW.version, NEW.manifest, NEW.base_version, NEW.origin, NEW.provenance, NEW.note, NEW.created_by, NEW.created_at)
         IS NOT DISTINCT FROM
         (OLD.org_id, OLD.team_id, OLD.version, OLD.manifest, OLD.base_version, OLD.origin, OLD.provenance, OLD.note, OLD.created_by, OLD.created_at)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'team_version is immutable' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER team_version_immutable BEFORE UPDATE ON "team_version" FOR EACH ROW EXECUTE FUNCTION team_version_decide();

-- ---- Row-level security: the second wall --------------------------------------------------------
CREATE FUNCTION app_org() RETURNS uuid LANGUAGE sql STABLE AS $$ SELECT nullif(current_setting('app.org', true), '')::uuid $$;
CREATE FUNCTION app_user() RETURNS uuid LANGUAGE sql STABLE AS $$ SELECT nullif(current_setting('app.user', true), '')::uuid $$;

DO $$
DECLARE t text;
BEGIN
  FOR t IN SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'org_id' LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO troupe_app USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('CREATE POLICY lister ON %I FOR SELECT TO troupe_lister USING (true)', t);
    EXECUTE format('CREATE POLICY purge ON %I TO troupe_purge USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO troupe_app, troupe_purge', t);
  END LOOP;
END $$;

-- What is insert-only, is so in the grants as well.
REVOKE UPDATE, DELETE ON "fact", "audit" FROM troupe_app;
REVOKE DELETE ON "team_version", "organization", "run" FROM troupe_app;

-- A draft is its author's alone.
DROP POLICY tenant ON "team_draft";
CREATE POLICY tenant ON "team_draft" TO troupe_app
  USING (org_id = app_org() AND user_id = app_user()) WITH CHECK (org_id = app_org() AND user_id = app_user());

-- People: the auth role sees all of them; the application sees itself and who shares its organization.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['user', 'credential', 'account', 'session', 'verification_token', 'rate_limit'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY auth ON %I TO troupe_auth USING (true) WITH CHECK (true)', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO troupe_auth', t);
  END LOOP;
END $$;
CREATE POLICY self_or_colleague ON "user" FOR SELECT TO troupe_app
  USING (id = app_user() OR EXISTS (SELECT FROM "membership" m WHERE m.user_id = "user".id AND m.org_id = app_org()));
CREATE POLICY self_update ON "user" FOR UPDATE TO troupe_app USING (id = app_user()) WITH CHECK (id = app_user());
GRANT SELECT ON "user" TO troupe_app;
GRANT UPDATE (name, locale) ON "user" TO troupe_app;

-- ---- Rights as SQL ------------------------------------------------------------------------------
CREATE FUNCTION role_rank(p_role text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_role WHEN 'viewer' THEN 1 WHEN 'operator' THEN 2 WHEN 'builder' THEN 3 WHEN 'admin' THEN 4 WHEN 'owner' THEN 5 ELSE 0 END
$$;

-- The role with which a person uses something bound to a unit: the highest on that unit's line (above, at, below).
-- plpgsql, because its plan is kept: this runs at every claim.
CREATE FUNCTION use_rank(p_org uuid, p_user uuid, p_unit uuid) RETURNS int LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_unit IS NULL THEN
    RETURN (SELECT COALESCE(max(role_rank(m.role)), 0) FROM "membership" m WHERE m.org_id = p_org AND m.user_id = p_user);
  END IF;
  RETURN (
    SELECT COALESCE(max(role_rank(m.role)), 0)
    FROM "membership" m
    JOIN "org_unit" mu ON mu.org_id = m.org_id AND mu.id = m.unit_id
    LEFT JOIN "org_unit" ru ON ru.org_id = m.org_id AND ru.id = p_unit
    WHERE m.org_id = p_org AND m.user_id = p_user AND (m.unit_id = ANY (ru.path) OR p_unit = ANY (mu.path)));
END $$;

-- ---- Before a tenant is known: ids only, owned by a role that can do nothing else -----------------
GRANT CREATE ON SCHEMA public TO troupe_lister;
GRANT SELECT (org_id, slug, max_running, suspended_at, access_epoch) ON "organization" TO troupe_lister;
GRANT SELECT (org_id, running) ON "org_load" TO troupe_lister;
GRANT SELECT (org_id, user_id) ON "membership" TO troupe_lister;
GRANT SELECT (org_id, run_id, id, status, ready_at, budget_blocked, lease_until) ON "step" TO troupe_lister;
GRANT SELECT (org_id, id, status, started_at, ended_at, closed_at, created_at) ON "run" TO troupe_lister;

CREATE FUNCTION lister_organization_by_slug(p_slug text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT org_id FROM "organization" WHERE slug = p_slug
$$;

CREATE FUNCTION lister_organizations_of(p_user uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT org_id FROM "membership" WHERE user_id = p_user
$$;

-- Candidates for a claim: the organization with the fewest running steps first, its oldest step first.
CREATE FUNCTION lister_ready_steps(p_limit int) RETURNS TABLE (org_id uuid, run_id uuid, step_id text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.org_id, s.run_id, s.id
  FROM (SELECT DISTINCT x.org_id FROM "step" x WHERE x.status = 'ready' AND NOT x.budget_blocked) w
  JOIN "organization" o ON o.org_id = w.org_id AND o.suspended_at IS NULL
  JOIN "org_load" l ON l.org_id = w.org_id AND l.running < o.max_running
  CROSS JOIN LATERAL (
    SELECT s.org_id, s.run_id, s.id, s.ready_at
    FROM "step" s JOIN "run" r ON r.org_id = s.org_id AND r.id = s.run_id AND r.status IN ('queued', 'running')
    WHERE s.org_id = w.org_id AND s.status = 'ready' AND NOT s.budget_blocked AND s.ready_at <= clock_timestamp()
    ORDER BY s.ready_at LIMIT p_limit
  ) s
  ORDER BY l.running, s.ready_at LIMIT p_limit
$$;

-- Is a step of another organization kept waiting for longer than p_ms? Then a worker does not continue its own run.
CREATE FUNCTION lister_starving(p_org uuid, p_ms int) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM "step" s JOIN "run" r ON r.org_id = s.org_id AND r.id = s.run_id AND r.status IN ('queued', 'running')
    JOIN "organization" o ON o.org_id = s.org_id AND o.suspended_at IS NULL
    JOIN "org_load" l ON l.org_id = s.org_id AND l.running < o.max_running
    WHERE s.org_id <> p_org AND s.status = 'ready' AND NOT s.budget_blocked
      AND s.ready_at <= clock_timestamp() - make_interval(secs => p_ms / 1000.0))
$$;

CREATE FUNCTION lister_lapsed_steps(p_limit int) RETURNS TABLE (org_id uuid, run_id uuid, step_id text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.org_id, s.run_id, s.id FROM "step" s WHERE s.status = 'running' AND s.lease_until < clock_timestamp()
  ORDER BY s.lease_until LIMIT p_limit
$$;

-- Ended runs whose grace is over, and runs that outlived their clock.
CREATE FUNCTION lister_unclosed_runs(p_grace_ms int, p_limit int) RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.org_id, r.id FROM "run" r WHERE r.closed_at IS NULL AND r.ended_at < clock_timestamp() - make_interval(secs => p_grace_ms / 1000.0)
  ORDER BY r.ended_at LIMIT p_limit
$$;

CREATE FUNCTION lister_overdue_runs(p_clock_ms bigint, p_limit int) RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.org_id, r.id FROM "run" r WHERE r.status IN ('queued', 'running') AND r.started_at < clock_timestamp() - make_interval(secs => p_clock_ms / 1000.0)
  ORDER BY r.started_at LIMIT p_limit
$$;

DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND p.proname LIKE 'lister\_%' LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO troupe_lister', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO troupe_app, troupe_auth', f);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;

ALTER TABLE "step_stream" SET UNLOGGED;
CREATE INDEX step_ready ON "step" (org_id, ready_at) WHERE status = 'ready' AND NOT budget_blocked;
CREATE INDEX step_leased ON "step" (lease_until) WHERE status = 'running';
CREATE INDEX run_unclosed ON "run" (ended_at) WHERE closed_at IS NULL;
CREATE INDEX run_live ON "run" (started_at) WHERE status IN ('queued', 'running');
-- Steps are updated several times each: room for updates that stay on their page.
ALTER TABLE "step" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE "run" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE "model_call" SET (fillfactor = 70);
