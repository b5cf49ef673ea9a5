'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { OrganizationForm } from '@/components/organization/organization-form';
import { PageHeader } from '@/components/ui/page-header';
import { useOrganization } from '../../organization';

export function OrganizationScreen() {
  const { slug: org, can } = useOrganization();
  const t = useTranslations('organizationSettings');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const query = useQuery(trpc.organization.get.queryOptions({ org }));
  const update = useMutation(trpc.organization.update.mutationOptions());
  const change = async (value: { name?: string; handoff?: boolean }) => {
    try {
      await update.mutateAsync({ org, ...value });
      await client.invalidateQueries(trpc.organization.pathFilter());
      // The name stands in the frame, which the server renders.
      router.refresh();
      toast.success(t('saved'));
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <PageHeader title={t('title')} text={t('text')} />
      <QueryView query={query}>
        {(organization) => (
          <OrganizationForm
            organization={organization}
            {...(can('organization.update') && { onChange: change })}
          />
        )}
      </QueryView>
    </div>
  );
}
