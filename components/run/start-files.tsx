'use client';
import { MAX_BLOB_BYTES, MAX_SCRATCH_BYTES } from '@domain/files/limits';
import { attachedTypeOf } from '@domain/files/media-type';
import { Paperclip, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Size } from '../format/size';
import { Button } from '../ui/button';

type Props = {
  files: readonly File[];
  /** How many of them have been brought so far, while they are. */
  brought: number | null;
  onChange: (files: File[]) => void;
};

/** Files that the first slot already finds: chosen before a run's start, brought before anybody works. */
export function StartFiles({ files, brought, onChange }: Props) {
  const t = useTranslations('start.files');
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const add = (chosen: readonly File[]) => {
    const bad = chosen.map((file) => refusalOf(file)).find((refusal) => refusal !== null);
    const next = [...files, ...chosen.filter((file) => refusalOf(file) === null)];
    const whole = next.reduce((sum, { size }) => sum + size, 0);
    setRefused(bad ? t(bad) : whole > MAX_SCRATCH_BYTES ? t('tooMuch') : null);
    if (whole <= MAX_SCRATCH_BYTES) onChange(next);
  };
  const remove = (at: number) => {
    setRefused(null);
    onChange(files.toSpliced(at, 1));
    opener.current?.focus();
  };
  return (
    <section aria-label={t('title')}>
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label={t('attach')}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <ul className="mb-2 divide-y rounded-md border empty:hidden">
        {files.map((file, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
          <li key={at} className="flex items-center gap-2 py-1 pr-1 pl-3 text-[13px]">
            <span className="min-w-0 flex-1 truncate">{file.name}</span>
            <span className="text-muted-foreground text-xs">
              <Size bytes={file.size} />
            </span>
            <Button
              variant="ghost"
              size="icon-sm"
              disabled={brought !== null}
              aria-label={t('remove', { name: file.name })}
              onClick={() => remove(at)}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button ref={opener} size="sm" disabled={brought !== null} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
        {t('attach')}
      </Button>
      <p role="status" className="mt-1.5 text-muted-foreground text-xs empty:hidden">
        {brought === null ? '' : t('bringing', { brought, total: files.length })}
      </p>
      {refused ? (
        <p role="alert" className="mt-1.5 text-bad text-xs">
          {refused}
        </p>
      ) : null}
    </section>
  );
}

/** What can be told without asking the server, which looks at the bytes as well. */
function refusalOf({ name, size }: File): 'empty' | 'tooLarge' | 'badType' | null {
  if (size === 0) return 'empty';
  if (size > MAX_BLOB_BYTES) return 'tooLarge';
  return attachedTypeOf(name) === null ? 'badType' : null;
}
