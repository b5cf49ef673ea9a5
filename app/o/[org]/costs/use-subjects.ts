'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/_trpc/client';
import { useOrganization } from '../organization';

/** What a limit or a filter can name: the newest hundred of each kind. */
export function useSubjects() {
  const { slug: org } = useOrganization();
  const trpc = useTRPC();
  const page = { org, limit: 100 };
  const units = useQuery(trpc.unit.list.queryOptions(page));
  const projects = useQuery(trpc.project.list.queryOptions(page));
  const teams = useQuery(trpc.team.list.queryOptions(page));
  const agents = useQuery(trpc.agent.list.queryOptions(page));
  return {
    subjects: {
      unit: units.data?.items ?? [],
      project: projects.data?.items ?? [],
      team: teams.data?.items ?? [],
      agent: agents.data?.items ?? [],
    },
  };
}
