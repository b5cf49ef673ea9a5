-- For open streams: what says whether people may still read in their organizations. Pairs in, one row for each out.
GRANT CREATE ON SCHEMA public TO troupe_lister;
CREATE FUNCTION lister_access(p_orgs uuid[], p_users uuid[])
RETURNS TABLE (n bigint, access_epoch bigint, suspended boolean, memberships bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.n, o.access_epoch, o.suspended_at IS NOT NULL,
    (SELECT count(*) FROM "membership" m WHERE m.org_id = w.org_id AND m.user_id = w.user_id)
  FROM unnest(p_orgs, p_users) WITH ORDINALITY AS w (org_id, user_id, n)
  JOIN "organization" o ON o.org_id = w.org_id
$$;
ALTER FUNCTION lister_access(uuid[], uuid[]) OWNER TO troupe_lister;
REVOKE ALL ON FUNCTION lister_access(uuid[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lister_access(uuid[], uuid[]) TO troupe_auth;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;
