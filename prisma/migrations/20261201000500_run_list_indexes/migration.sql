-- Lists of runs by project and by status stop after one page, however many runs there are.
CREATE INDEX "run_org_id_project_id_created_at_id_idx" ON "run" ("org_id", "project_id", "created_at" DESC, "id" DESC);
CREATE INDEX "run_org_id_status_created_at_id_idx" ON "run" ("org_id", "status", "created_at" DESC, "id" DESC);
