'use client';
import type { ChangePassword, Locale } from '@domain/account/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { setLocale } from '@/app/_i18n/set-locale';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { PasswordForm } from '@/components/account/password-form';
import { ProfileForm } from '@/components/account/profile-form';
import { FormSection } from '@/components/form/form-section';
import { PageHeader } from '@/components/ui/page-header';

export function AccountScreen() {
  const t = useTranslations('account');
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const query = useQuery(trpc.account.me.queryOptions());
  const update = useMutation(trpc.account.update.mutationOptions());
  const change = useMutation(trpc.account.changePassword.mutationOptions());
  const save = async (profile: { name: string; locale: Locale }) => {
    try {
      await update.mutateAsync(profile);
      setLocale(profile.locale);
      await client.invalidateQueries(trpc.account.pathFilter());
      router.refresh();
      toast.success(t('saved'));
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  const setPassword = async (input: ChangePassword) => {
    try {
      await change.mutateAsync(input);
      toast.success(t('passwordChanged'));
      return null;
    } catch (error) {
      return failureText(error);
    }
  };
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <PageHeader title={t('title')} />
      <FormSection title={t('profile')} text={t('profileText')}>
        <QueryView query={query}>{(account) => <ProfileForm account={account} onSubmit={save} />}</QueryView>
      </FormSection>
      <FormSection title={t('password')} text={t('passwordText')}>
        <PasswordForm onSubmit={setPassword} />
      </FormSection>
    </div>
  );
}
