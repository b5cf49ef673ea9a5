import { redirect } from 'next/navigation';

export default async function SettingsPage({ params }: { params: Promise<{ org: string }> }) {
  redirect(`/o/${(await params).org}/settings/providers`);
}
