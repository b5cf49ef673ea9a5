'use client';
import type { Fact } from '@domain/run/fact';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import type { RunSeed } from './seed-state';

/**
 * Reads the run's names again when a person has acted or an agent was given work whom they do not have; once for each
 * of them.
 */
export function useNamedPeople(org: string, run: RunSeed, facts: readonly Fact[]): void {
  const trpc = useTRPC();
  const client = useQueryClient();
  const unnamed = useMemo(() => {
    const { people, agents } = run.names;
    const acting = facts.flatMap((fact) => ('by' in fact && fact.by !== undefined ? [fact.by] : []));
    const given = facts.flatMap((fact) => (fact.type === 'delegation.started' ? [fact.agentId] : []));
    const missing = [
      ...acting.filter((id) => people[id] === undefined),
      ...given.filter((id) => agents[id] === undefined),
    ];
    return [...new Set(missing)].join();
  }, [facts, run.names]);
  const key = trpc.run.get.queryKey({ org, id: run.id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new array each time; what it names is not
  useEffect(() => {
    if (unnamed) void client.invalidateQueries({ queryKey: key });
  }, [client, unnamed, org, run.id]);
}
