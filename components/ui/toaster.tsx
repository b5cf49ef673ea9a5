'use client';
import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

const themeOf = (theme: string | undefined) => (theme === 'light' || theme === 'dark' ? theme : 'system');

export function Toaster() {
  const { theme } = useTheme();
  return (
    <Sonner
      theme={themeOf(theme)}
      position="bottom-right"
      offset={{ bottom: 'var(--toast-gap)' }}
      mobileOffset={{ bottom: 'var(--toast-gap)' }}
      toastOptions={{
        classNames: {
          toast: '!rounded-lg !border !bg-popover !text-foreground !shadow-floating !text-[13px] !font-sans',
          description: '!text-muted-foreground',
        },
      }}
    />
  );
}
