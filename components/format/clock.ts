'use client';
import { useEffect, useState } from 'react';

/** The time in ms, moving every `everyMs` while `running`; null until the browser has taken over the page. */
export function useNow(running = true, everyMs = 1000): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}
