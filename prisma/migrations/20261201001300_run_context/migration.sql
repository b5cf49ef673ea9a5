-- What a run owns beside its journal: its files (scratch), the blobs that they link to, and what was remembered.

CREATE TABLE "blob" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    -- A blob that a run owns goes with the run's files.
    "run_id" UUID,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blob_pkey" PRIMARY KEY ("org_id","id")
);

CREATE TABLE "blob_chunk" (
    "org_id" UUID NOT NULL,
    "blob_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "blob_chunk_pkey" PRIMARY KEY ("org_id","blob_id","n")
);

CREATE TABLE "scratch_use" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "files" INTEGER NOT NULL DEFAULT 0,
    "swept_at" TIMESTAMPTZ(3),

    CONSTRAINT "scratch_use_pkey" PRIMARY KEY ("org_id","run_id")
);

CREATE TABLE "scratch_file" (
    "org_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "size" INTEGER NOT NULL,
    "media_type" TEXT NOT NULL,
    "text" TEXT,
    "blob_id" UUID,
    "step_id" TEXT,
    "person_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scratch_file_pkey" PRIMARY KEY ("org_id","run_id","path")
);

CREATE TABLE "memory" (
    "org_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "agent_id" UUID,
    "team_id" UUID,
    "run_id" UUID,
    "category" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "importance" REAL NOT NULL DEFAULT 0.5,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "author_kind" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "source_run_id" UUID,
    "source_seq" INTEGER,
    "source_step_id" TEXT,
    "superseded_by" UUID,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "use_count" INTEGER NOT NULL DEFAULT 0,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_pkey" PRIMARY KEY ("org_id","id")
);

-- A contract that has a JSON Schema keeps its value beside its text.
ALTER TABLE "artifact" ADD COLUMN "value" JSONB;

CREATE INDEX "blob_org_id_run_id_idx" ON "blob"("org_id", "run_id");
CREATE INDEX "scratch_file_org_id_blob_id_idx" ON "scratch_file"("org_id", "blob_id");
CREATE INDEX "memory_org_id_run_id_created_at_id_idx" ON "memory"("org_id", "run_id", "created_at" DESC, "id" DESC);
CREATE INDEX "memory_org_id_team_id_created_at_id_idx" ON "memory"("org_id", "team_id", "created_at" DESC, "id" DESC);
CREATE INDEX "memory_org_id_agent_id_created_at_id_idx" ON "memory"("org_id", "agent_id", "created_at" DESC, "id" DESC);
CREATE INDEX "memory_org_id_source_run_id_idx" ON "memory"("org_id", "source_run_id");
CREATE INDEX "memory_org_id_superseded_by_idx" ON "memory"("org_id", "superseded_by");

ALTER TABLE "blob" ADD CONSTRAINT "blob_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "blob" ADD CONSTRAINT "blob_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "blob_chunk" ADD CONSTRAINT "blob_chunk_org_id_blob_id_fkey" FOREIGN KEY ("org_id", "blob_id") REFERENCES "blob"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scratch_use" ADD CONSTRAINT "scratch_use_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scratch_file" ADD CONSTRAINT "scratch_file_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scratch_file" ADD CONSTRAINT "scratch_file_org_id_blob_id_fkey" FOREIGN KEY ("org_id", "blob_id") REFERENCES "blob"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory" ADD CONSTRAINT "memory_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organization"("org_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory" ADD CONSTRAINT "memory_org_id_agent_id_fkey" FOREIGN KEY ("org_id", "agent_id") REFERENCES "agent"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory" ADD CONSTRAINT "memory_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "team"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory" ADD CONSTRAINT "memory_org_id_run_id_fkey" FOREIGN KEY ("org_id", "run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory" ADD CONSTRAINT "memory_org_id_source_run_id_fkey" FOREIGN KEY ("org_id", "source_run_id") REFERENCES "run"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "memory" ADD CONSTRAINT "memory_org_id_superseded_by_fkey" FOREIGN KEY ("org_id", "superseded_by") REFERENCES "memory"("org_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ---- Rules that Prisma's schema cannot say ------------------------------------------------------
ALTER TABLE "blob" ADD CONSTRAINT blob_size CHECK (size BETWEEN 1 AND 26214400);
ALTER TABLE "blob_chunk" ADD CONSTRAINT blob_chunk_size CHECK (n >= 0 AND octet_length(bytes) BETWEEN 1 AND 1048576);
-- The wall behind the rules of `server/domain/files/path.ts`: no traversal, nothing absolute, no control characters.
ALTER TABLE "scratch_file" ADD CONSTRAINT scratch_file_path CHECK (
  octet_length(path) BETWEEN 1 AND 1024 AND path !~ '(^|/)\.{0,2}(/|$)' AND path !~ '[[:cntrl:]\\]');
ALTER TABLE "scratch_file" ADD CONSTRAINT scratch_file_content CHECK ((text IS NULL) <> (blob_id IS NULL) AND (text IS NULL OR size <= 1048576));
ALTER TABLE "scratch_use" ADD CONSTRAINT scratch_use_limits CHECK (bytes BETWEEN 0 AND 67108864 AND files BETWEEN 0 AND 2000);
ALTER TABLE "memory" ADD CONSTRAINT memory_scope CHECK (
  (scope = 'agent' AND agent_id IS NOT NULL AND team_id IS NULL AND run_id IS NULL)
  OR (scope = 'team' AND team_id IS NOT NULL AND agent_id IS NULL AND run_id IS NULL)
  OR (scope = 'run' AND run_id IS NOT NULL AND agent_id IS NULL AND team_id IS NULL));
ALTER TABLE "memory" ADD CONSTRAINT memory_category CHECK (category IN ('fact', 'preference', 'decision', 'knowledge'));
ALTER TABLE "memory" ADD CONSTRAINT memory_state CHECK (state IN ('proposed', 'confirmed', 'superseded'));
ALTER TABLE "memory" ADD CONSTRAINT memory_author CHECK (author_kind IN ('agent', 'person'));
ALTER TABLE "memory" ADD CONSTRAINT memory_importance CHECK (importance BETWEEN 0 AND 1);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['blob', 'blob_chunk', 'scratch_use', 'scratch_file', 'memory'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO troupe_app USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('CREATE POLICY lister ON %I FOR SELECT TO troupe_lister USING (true)', t);
    EXECUTE format('CREATE POLICY purge ON %I TO troupe_purge USING (org_id = app_org()) WITH CHECK (org_id = app_org())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO troupe_app, troupe_purge', t);
  END LOOP;
END $$;

-- A run's files as its members and people see them: what was written, and the newest delivery of each slot. A
-- contract is never stored twice: a rework writes its artifact, and the file is the newest one.
CREATE VIEW "run_file" WITH (security_invoker = true) AS
  SELECT f.org_id, f.run_id, f.path, f.version, f.size, f.media_type, f.text, f.blob_id, f.step_id, f.updated_at, 'written' AS origin
  FROM "scratch_file" f
  UNION ALL
  (SELECT DISTINCT ON (a.org_id, a.run_id, a.slot_id)
    a.org_id, a.run_id, 'contracts/' || a.slot_id || '.md', a.round, octet_length(a.text), 'text/markdown', a.text, NULL::uuid, a.step_id, a.created_at, 'contract'
  FROM "artifact" a WHERE a.kind = 'contract'
  ORDER BY a.org_id, a.run_id, a.slot_id, a.created_at DESC, a.round DESC, a.id DESC)
  UNION ALL
  -- Where a slot has several steps, each has its own file as well.
  (SELECT DISTINCT ON (a.org_id, a.run_id, a.slot_id, a.step_id)
    a.org_id, a.run_id, 'contracts/' || a.slot_id || '/' || a.step_id || '.md', a.round, octet_length(a.text), 'text/markdown', a.text, NULL::uuid, a.step_id, a.created_at, 'contract'
  FROM "artifact" a WHERE a.kind = 'contract' AND a.step_id <> a.slot_id
  ORDER BY a.org_id, a.run_id, a.slot_id, a.step_id, a.created_at DESC, a.round DESC, a.id DESC)
  UNION ALL
  (SELECT v.org_id, v.run_id, 'contracts/' || v.slot_id || '.json', v.round, octet_length(jsonb_pretty(v.value)), 'application/json', jsonb_pretty(v.value), NULL::uuid, v.step_id, v.created_at, 'contract'
  FROM (
    SELECT DISTINCT ON (a.org_id, a.run_id, a.slot_id) a.org_id, a.run_id, a.slot_id, a.step_id, a.round, a.value, a.created_at
    FROM "artifact" a WHERE a.kind = 'contract'
    ORDER BY a.org_id, a.run_id, a.slot_id, a.created_at DESC, a.round DESC, a.id DESC) v
  WHERE v.value IS NOT NULL);
GRANT SELECT ON "run_file" TO troupe_app;

-- Writes files under the run's lock. False: one is no longer at the version that its writer saw, the files are
-- swept, or the run has no room; nothing is written then, because everything is looked at first.
CREATE FUNCTION scratch_write(p_org uuid, p_run uuid, p_files jsonb, p_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  f jsonb;
  v_old record;
  v_use record;
  v_bytes int := 0;
  v_files int := 0;
BEGIN
  INSERT INTO "scratch_use" (org_id, run_id) VALUES (p_org, p_run) ON CONFLICT DO NOTHING;
  SELECT bytes, files, swept_at INTO v_use FROM "scratch_use" WHERE org_id = p_org AND run_id = p_run FOR UPDATE;
  IF v_use.swept_at IS NOT NULL THEN RETURN false; END IF;
  FOR f IN SELECT * FROM jsonb_array_elements(p_files) LOOP
    SELECT version, size INTO v_old FROM "scratch_file" WHERE org_id = p_org AND run_id = p_run AND path = f->>'path';
    IF f ? 'expect' AND COALESCE(v_old.version, 0) <> (f->>'expect')::int THEN RETURN false; END IF;
    v_bytes := v_bytes + (f->>'size')::int - COALESCE(v_old.size, 0);
    v_files := v_files + CASE WHEN v_old.version IS NULL THEN 1 ELSE 0 END;
  END LOOP;
  IF v_use.bytes + v_bytes > 67108864 OR v_use.files + v_files > 2000 THEN RETURN false; END IF;
  INSERT INTO "scratch_file" AS s (org_id, run_id, path, size, media_type, text, blob_id, step_id, person_id, updated_at)
  SELECT p_org, p_run, e->>'path', (e->>'size')::int, e->>'mediaType', e->>'text', (e->>'blobId')::uuid, e->>'stepId', (e->>'personId')::uuid, p_at
  FROM jsonb_array_elements(p_files) e
  ON CONFLICT (org_id, run_id, path) DO UPDATE SET version = s.version + 1, size = EXCLUDED.size, media_type = EXCLUDED.media_type,
    text = EXCLUDED.text, blob_id = EXCLUDED.blob_id, step_id = EXCLUDED.step_id, person_id = EXCLUDED.person_id, updated_at = p_at;
  UPDATE "scratch_use" SET bytes = bytes + v_bytes, files = files + v_files WHERE org_id = p_org AND run_id = p_run;
  RETURN true;
END $$;

-- Copies files of an ended run into one that repeats it, {dirs, hours}: those in these directories, unless they have
-- outlived their time. The copies, and their bytes, are the new run's own.
CREATE FUNCTION scratch_carry(p_org uuid, p_from uuid, p_to uuid, p jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "scratch_use" u JOIN "run" r ON r.org_id = u.org_id AND r.id = u.run_id
  WHERE u.org_id = p_org AND u.run_id = p_from AND u.swept_at IS NULL
    AND (r.closed_at IS NULL OR r.closed_at >= clock_timestamp() - make_interval(hours => (p->>'hours')::int))
  FOR SHARE OF u;
  IF NOT FOUND THEN RETURN; END IF;
  WITH carried AS (
    SELECT f.*, CASE WHEN f.blob_id IS NOT NULL THEN gen_random_uuid() END AS copy_id FROM "scratch_file" f
    WHERE f.org_id = p_org AND f.run_id = p_from AND p->'dirs' ? split_part(f.path, '/', 1)),
  blobs AS (
    INSERT INTO "blob" (org_id, id, run_id, name, media_type, size, sha256, created_by, created_at)
    SELECT b.org_id, c.copy_id, p_to, b.name, b.media_type, b.size, b.sha256, b.created_by, b.created_at
    FROM carried c JOIN "blob" b ON b.org_id = c.org_id AND b.id = c.blob_id),
  chunks AS (
    INSERT INTO "blob_chunk" (org_id, blob_id, n, bytes)
    SELECT k.org_id, c.copy_id, k.n, k.bytes FROM carried c JOIN "blob_chunk" k ON k.org_id = c.org_id AND k.blob_id = c.blob_id),
  files AS (
    INSERT INTO "scratch_file" (org_id, run_id, path, size, media_type, text, blob_id, step_id, person_id, updated_at)
    SELECT c.org_id, p_to, c.path, c.size, c.media_type, c.text, c.copy_id, c.step_id, c.person_id, c.updated_at FROM carried c)
  INSERT INTO "scratch_use" (org_id, run_id, bytes, files)
  SELECT p_org, p_to, COALESCE(sum(size), 0), count(*) FROM carried;
END $$;

-- What an append brings beside its facts: {files, memories, issued}. False: see `scratch_write`.
CREATE FUNCTION context_write(p_org uuid, p_run uuid, p_root uuid, p_context jsonb, p_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF p_context ? 'files' AND NOT scratch_write(p_org, p_run, p_context->'files', p_at) THEN RETURN false; END IF;
  IF p_context ? 'memories' THEN
    INSERT INTO "memory" (org_id, id, scope, run_id, category, subject, content, importance, author_kind, author_id, source_run_id, source_seq, source_step_id, created_at, updated_at)
    SELECT p_org, (m->>'id')::uuid, 'run', p_root, m->>'category', m->>'subject', m->>'content', (m->>'importance')::real, 'agent', (m->>'authorId')::uuid,
      p_run, (m->>'seq')::int, m->>'stepId', p_at, p_at
    FROM jsonb_array_elements(p_context->'memories') m;
  END IF;
  IF p_context ? 'issued' THEN
    UPDATE "memory" SET use_count = use_count + 1, last_used_at = p_at
    WHERE org_id = p_org AND id IN (SELECT i::uuid FROM jsonb_array_elements_text(p_context->'issued') i);
  END IF;
  RETURN true;
END $$;

-- The remembered statements that a step was issued, as far as they still stand.
CREATE FUNCTION engine_hints(p_org uuid, p_ids uuid[]) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM engine_enter(p_org);
  RETURN (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', m.id, 'category', m.category, 'subject', m.subject, 'content', m.content, 'state', m.state)), '[]')
    FROM "memory" m WHERE m.org_id = p_org AND m.id = ANY (p_ids) AND m.state IN ('proposed', 'confirmed'));
END $$;

-- Runs whose files have outlived their time; ids only. An empty answer also means: another worker sweeps.
GRANT CREATE ON SCHEMA public TO troupe_lister;
GRANT SELECT (org_id, run_id, swept_at) ON "scratch_use" TO troupe_lister;
CREATE FUNCTION lister_stale_scratch(p_hours int, p_limit int) RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(815013) THEN RETURN; END IF;
  RETURN QUERY SELECT u.org_id, u.run_id FROM "scratch_use" u JOIN "run" r ON r.org_id = u.org_id AND r.id = u.run_id
    WHERE u.swept_at IS NULL AND r.closed_at < clock_timestamp() - make_interval(hours => p_hours)
    ORDER BY r.closed_at LIMIT p_limit;
END $$;
ALTER FUNCTION lister_stale_scratch(int, int) OWNER TO troupe_lister;
REVOKE ALL ON FUNCTION lister_stale_scratch(int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lister_stale_scratch(int, int) TO troupe_app;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;
CREATE INDEX scratch_unswept ON "scratch_use" (org_id, run_id) WHERE swept_at IS NULL;
