-- Deleting a team is a tombstone: its versions and runs stay, its members and everybody's drafts go. A draft is
-- its author's alone, also for row-level security, so the application's role cannot delete those of others: this
-- trigger does it as the purge role, within the tenant of the transaction, and only when a team is tombstoned.
CREATE FUNCTION team_tombstone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM "team_draft" d WHERE d.org_id = NEW.org_id AND d.team_id = NEW.id;
  DELETE FROM "team_member" m WHERE m.org_id = NEW.org_id AND m.team_id = NEW.id;
  DELETE FROM "memory" y WHERE y.org_id = NEW.org_id AND y.team_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER team_tombstone AFTER UPDATE OF deleted_at ON "team" FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION team_tombstone();

DO $$
BEGIN
  IF NOT pg_has_role(CURRENT_USER, 'troupe_purge', 'SET') THEN
    GRANT troupe_purge TO CURRENT_USER;
  END IF;
END $$;

GRANT CREATE ON SCHEMA public TO troupe_purge;
ALTER FUNCTION team_tombstone() OWNER TO troupe_purge;
REVOKE CREATE ON SCHEMA public FROM troupe_purge;
REVOKE ALL ON FUNCTION team_tombstone() FROM PUBLIC;
