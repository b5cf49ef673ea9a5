'use client';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTRPC } from '@/app/_trpc/client';

/** Quiet time after the last change before a draft is saved. */
const QUIET_MS = 800;

export type Saving = 'idle' | 'saving' | 'saved' | 'failed';

/** Saves one's own draft while it is typed; `stop` is called before the draft becomes a version or is discarded. */
export function useAutosave(org: string, teamId: string, baseVersion: number | null) {
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.version.saveDraft.mutationOptions());
  const [saving, setSaving] = useState<Saving>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const unsaved = useRef<(() => Promise<void>) | null>(null);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    unsaved.current = null;
  }, []);
  // Whoever leaves the page at once keeps what was typed last.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      void unsaved.current?.();
    },
    [],
  );
  const save = useCallback(
    (manifest: Record<string, unknown>) => {
      clearTimeout(timer.current);
      unsaved.current = async () => {
        unsaved.current = null;
        setSaving('saving');
        try {
          await mutateAsync({ org, teamId, baseVersion, manifest });
          setSaving('saved');
        } catch {
          setSaving('failed');
        }
      };
      timer.current = setTimeout(() => void unsaved.current?.(), QUIET_MS);
    },
    [mutateAsync, org, teamId, baseVersion],
  );
  return { saving, save, stop };
}
