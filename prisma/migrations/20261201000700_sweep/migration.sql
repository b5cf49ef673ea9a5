CREATE INDEX run_paused ON "run" (org_id) WHERE status = 'paused';

GRANT CREATE ON SCHEMA public TO troupe_lister;
GRANT SELECT (updated_at) ON "step" TO troupe_lister;
GRANT SELECT (parallel_limit, reason, last_at) ON "run" TO troupe_lister;

-- Runs that run all that they may: few, as they are found by the steps that run.
CREATE FUNCTION lister_saturated_runs() RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.org_id, s.run_id FROM "step" s JOIN "run" r ON r.org_id = s.org_id AND r.id = s.run_id
  WHERE s.status = 'running' GROUP BY s.org_id, s.run_id, r.parallel_limit HAVING count(*) >= r.parallel_limit
$$;

-- Candidates for a claim: the organization with the fewest running steps first, its oldest step first.
CREATE OR REPLACE FUNCTION lister_ready_steps(p_limit int) RETURNS TABLE (org_id uuid, run_id uuid, step_id text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH saturated AS MATERIALIZED (SELECT z.org_id, z.run_id FROM lister_saturated_runs() z)
  SELECT s.org_id, s.run_id, s.id
  FROM (SELECT DISTINCT x.org_id FROM "step" x WHERE x.status = 'ready' AND NOT x.budget_blocked) w
  JOIN "organization" o ON o.org_id = w.org_id AND o.suspended_at IS NULL
  JOIN "org_load" l ON l.org_id = w.org_id AND l.running < o.max_running
  CROSS JOIN LATERAL (
    SELECT s.org_id, s.run_id, s.id, s.ready_at
    FROM "step" s JOIN "run" r ON r.org_id = s.org_id AND r.id = s.run_id AND r.status IN ('queued', 'running')
    WHERE s.org_id = w.org_id AND s.status = 'ready' AND NOT s.budget_blocked AND s.ready_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM saturated z WHERE z.org_id = s.org_id AND z.run_id = s.run_id)
    ORDER BY s.ready_at LIMIT p_limit
  ) s
  ORDER BY l.running, s.ready_at LIMIT p_limit
$$;

-- Is a step of another organization kept waiting for longer than p_ms? Then a worker does not continue its own run.
CREATE OR REPLACE FUNCTION lister_starving(p_org uuid, p_ms int) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH saturated AS MATERIALIZED (SELECT z.org_id, z.run_id FROM lister_saturated_runs() z)
  SELECT EXISTS (
    SELECT FROM "step" s JOIN "run" r ON r.org_id = s.org_id AND r.id = s.run_id AND r.status IN ('queued', 'running')
    JOIN "organization" o ON o.org_id = s.org_id AND o.suspended_at IS NULL
    JOIN "org_load" l ON l.org_id = s.org_id AND l.running < o.max_running
    WHERE s.org_id <> p_org AND s.status = 'ready' AND NOT s.budget_blocked
      AND NOT EXISTS (SELECT FROM saturated z WHERE z.org_id = s.org_id AND z.run_id = s.run_id)
      AND s.ready_at <= clock_timestamp() - make_interval(secs => p_ms / 1000.0))
$$;

-- Runs in which a step has waited for reserved money for a while: a call that holds it may have lost its worker.
CREATE FUNCTION lister_held_runs(p_grace_ms int, p_limit int) RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT s.org_id, s.run_id FROM "step" s
  WHERE s.budget_blocked AND s.updated_at < clock_timestamp() - make_interval(secs => p_grace_ms / 1000.0) LIMIT p_limit
$$;

-- Runs that nobody has adopted since their starter's rights went, and paused ones that nobody has resumed.
CREATE FUNCTION lister_abandoned_runs(p_adopt_ms bigint, p_pause_ms bigint, p_limit int) RETURNS TABLE (org_id uuid, run_id uuid)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.org_id, r.id FROM "run" r
  WHERE r.status = 'paused'
    AND r.last_at < clock_timestamp() - make_interval(secs => CASE r.reason WHEN 'rights_lost' THEN p_adopt_ms ELSE p_pause_ms END / 1000.0)
  LIMIT p_limit
$$;

-- One sweep at a time in the whole installation; ids only, of a gate in `step_id`. An empty answer also means: another worker sweeps.
DROP FUNCTION lister_sweep(int, bigint, int);
CREATE FUNCTION lister_sweep(p_grace_ms int, p_clock_ms bigint, p_adopt_ms bigint, p_pause_ms bigint, p_limit int)
RETURNS TABLE (kind text, org_id uuid, run_id uuid, step_id text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(815001) THEN RETURN; END IF;
  RETURN QUERY SELECT 'lapsed', l.org_id, l.run_id, l.step_id FROM lister_lapsed_steps(p_limit) l;
  RETURN QUERY SELECT 'unclosed', u.org_id, u.run_id, NULL::text FROM lister_unclosed_runs(p_grace_ms, p_limit) u;
  RETURN QUERY SELECT 'overdue', o.org_id, o.run_id, NULL::text FROM lister_overdue_runs(p_clock_ms, p_limit) o;
  RETURN QUERY SELECT 'held', h.org_id, h.run_id, NULL::text FROM lister_held_runs(p_grace_ms, p_limit) h;
  RETURN QUERY SELECT 'abandoned', a.org_id, a.run_id, NULL::text FROM lister_abandoned_runs(p_adopt_ms, p_pause_ms, p_limit) a;
  RETURN QUERY SELECT 'gate', g.org_id, g.run_id, g.gate_id FROM lister_expired_gates(p_limit) g;
  RETURN QUERY SELECT 'silent', i.org_id, i.run_id, NULL::text FROM lister_silent_actors(p_limit) i;
  RETURN QUERY SELECT 'ready', r.org_id, r.run_id, r.step_id FROM lister_ready_steps(p_limit) r;
END $$;

DO $$
DECLARE f regprocedure;
BEGIN
  FOREACH f IN ARRAY ARRAY[
    'lister_saturated_runs()', 'lister_held_runs(int, int)', 'lister_abandoned_runs(bigint, bigint, int)',
    'lister_sweep(int, bigint, bigint, bigint, int)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO troupe_lister', f);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION lister_sweep(int, bigint, bigint, bigint, int) TO troupe_app;
REVOKE CREATE ON SCHEMA public FROM troupe_lister;
