'use client';
import { useRouter } from 'next/navigation';
import { LookMenu } from '@/components/shell/look-menu';
import { setLocale } from '../_i18n/set-locale';

export function PublicSettings() {
  const router = useRouter();
  return (
    <LookMenu
      onLocale={(locale) => {
        setLocale(locale);
        router.refresh();
      }}
    />
  );
}
