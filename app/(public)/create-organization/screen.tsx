'use client';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '@/app/_trpc/client';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { OrganizationForm } from '@/components/auth/organization-form';

export function CreateOrganizationScreen() {
  const trpc = useTRPC();
  const failureText = useFailureText();
  const create = useMutation(trpc.organization.create.mutationOptions());
  const submit = async (name: string) => {
    try {
      const { slug } = await create.mutateAsync({ name });
      window.location.assign(`/o/${slug}`);
      return null;
    } catch (error) {
      return failureText(error);
    }
  };
  return <OrganizationForm onSubmit={submit} />;
}
