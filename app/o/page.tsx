import { redirect } from 'next/navigation';
import { api, forPage } from '../_trpc/server';

/** Leads to the person's first organization, or to where one is made. */
export default async function OrganizationsPage() {
  const { items } = await forPage((await api()).organization.list({ limit: 1 }), '/o');
  redirect(items[0] ? `/o/${items[0].slug}` : '/create-organization');
}
