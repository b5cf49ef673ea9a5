-- What reviews of a team's runs have said again and again is found by these.
CREATE INDEX fact_rejected ON "fact" (org_id, run_id, seq) WHERE type = 'plan.task.rejected';
-- One open proposal of the detector for each pair of slots and version that it was made from.
CREATE UNIQUE INDEX team_version_proposal ON "team_version" (org_id, team_id, base_version, (provenance->>'pair'))
  WHERE origin = 'agent_proposal' AND status = 'draft';

-- Figures of a team's versions over its settled runs in these projects: whole runs alone, no rehearsals.
CREATE FUNCTION team_metrics(p_org uuid, p_team uuid, p_projects uuid[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT COALESCE(jsonb_agg(to_jsonb(m) ORDER BY m.version DESC), '[]') FROM (
    SELECT r.team_version AS version, count(*) AS runs,
      count(*) FILTER (WHERE r.status = 'completed') AS completed,
      count(*) FILTER (WHERE r.status = 'cancelled') AS cancelled,
      count(*) FILTER (WHERE r.status = 'completed' AND r.rework_rounds = 0) AS accepted_first,
      avg(r.rework_rounds) AS mean_rework, avg(r.input_tokens + r.output_tokens) AS mean_tokens,
      avg(r.spent_micros) AS mean_cost,
      percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY extract(epoch FROM r.ended_at - r.created_at) * 1000) AS duration
    FROM "run" r WHERE r.org_id = p_org AND r.team_id = p_team AND r.project_id = ANY (p_projects) AND r.closed_at IS NOT NULL AND r.team_version IS NOT NULL AND r.kind = 'normal'
    GROUP BY r.team_version ORDER BY r.team_version DESC LIMIT 50) m
$$;

-- Rejections in settled runs of a version in these projects (null: all), oldest first; the newest `p_limit`.
CREATE FUNCTION team_rejections(p_org uuid, p_team uuid, p_version int, p_projects uuid[], p_limit int)
RETURNS TABLE (run_id uuid, seq int, at timestamptz, body jsonb) LANGUAGE sql STABLE AS $$
  SELECT * FROM (
    SELECT f.run_id, f.seq, f.at, f.body FROM "run" r JOIN "fact" f ON f.org_id = r.org_id AND f.run_id = r.id AND f.type = 'plan.task.rejected'
    WHERE r.org_id = p_org AND r.team_id = p_team AND r.team_version = p_version AND r.closed_at IS NOT NULL AND (r.rework_rounds > 0 OR r.reason = 'rework_exhausted') AND r.kind = 'normal'
      AND (p_projects IS NULL OR r.project_id = ANY (p_projects))
    ORDER BY f.at DESC, f.run_id, f.seq DESC LIMIT p_limit) newest
  ORDER BY at, run_id, seq
$$;
