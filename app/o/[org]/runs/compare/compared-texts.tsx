'use client';
import { useQueries } from '@tanstack/react-query';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { TextDiff } from '@/components/run-compare/text-diff';

/** Two deliveries, word by word; null: there is none on that side. */
export function ComparedTexts({ org, a, b }: { org: string; a: string | null; b: string | null }) {
  const trpc = useTRPC();
  const [left, right] = useQueries({
    queries: [a, b].map((id) => ({
      ...trpc.run.artifact.queryOptions({ org, id: id ?? '' }),
      enabled: id !== null,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const texts = { a: a === null ? '' : left?.data?.text, b: b === null ? '' : right?.data?.text };
  const failed = [left, right].find((one) => one?.error) ?? left!;
  const both = texts.a === undefined || texts.b === undefined ? undefined : { a: texts.a, b: texts.b };
  return (
    <QueryView query={{ ...failed, data: both }}>{(shown) => <TextDiff a={shown.a} b={shown.b} />}</QueryView>
  );
}
