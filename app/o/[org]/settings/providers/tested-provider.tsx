'use client';
import type { Provider } from '@domain/provider/provider';
import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { ProviderCard } from '@/components/provider/provider-card';
import { useOrganization } from '../../organization';

/** A connection with its last test, which lives as long as this page. */
export function TestedProvider({ provider, onEdit }: { provider: Provider; onEdit?: () => void }) {
  const { slug: org, can } = useOrganization();
  const trpc = useTRPC();
  const failureText = useFailureText();
  const test = useMutation(
    trpc.provider.test.mutationOptions({ onError: (error) => toast.error(failureText(error)) }),
  );
  return (
    <ProviderCard
      provider={provider}
      test={test.data ?? null}
      testing={test.isPending}
      onEdit={onEdit}
      onTest={can('provider.test') ? () => test.mutate({ org, id: provider.id }) : undefined}
    />
  );
}
