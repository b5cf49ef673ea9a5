'use client';
import { useEffect, useState } from 'react';

/** False once the tab was hidden for `afterMs`; true again as soon as it is shown. */
export function useVisible(afterMs: number): boolean {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setVisible(true);
      else timer = setTimeout(() => setVisible(false), afterMs);
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', changed);
    };
  }, [afterMs]);
  return visible;
}
