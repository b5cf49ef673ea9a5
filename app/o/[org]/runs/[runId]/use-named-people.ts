'use client';
import type { Fact } from '@domain/run/fact';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTRPC } from '@/app/_trpc/client';
import type { RunSeed } from './seed-state';

/** Reads the run's names again when somebody has acted whom they do not have; once for each such person. */
export function useNamedPeople(org: string, run: RunSeed, facts: readonly Fact[]): void {
  const trpc = useTRPC();
  const client = useQueryClient();
  const unnamed = useMemo(() => {
    const known = run.names.people;
    const acting = facts.flatMap((fact) => ('by' in fact && fact.by !== undefined ? [fact.by] : []));
    return [...new Set(acting)].filter((id) => known[id] === undefined).join();
  }, [facts, run.names.people]);
  const key = trpc.run.get.queryKey({ org, id: run.id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new array each time; what it names is not
  useEffect(() => {
    if (unnamed) void client.invalidateQueries({ queryKey: key });
  }, [client, unnamed, org, run.id]);
}
