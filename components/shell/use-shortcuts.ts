'use client';
import { useEffect, useRef, useState } from 'react';

const STORED = 'troupe-shortcuts';
const TYPING =
  'input, textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox], [role=dialog]';

type Handlers = { onKey: (key: string) => void; onPalette: () => void; onSheet: () => void };

/** Keys of the whole application. Single keys are inert where one types, in menus and in dialogs, and can be switched off. */
export function useShortcuts(handlers: Handlers) {
  const [enabled, setEnabled] = useState(true);
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => setEnabled(localStorage.getItem(STORED) !== 'off'), []);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || event.repeat || event.defaultPrevented) return;
      if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.code === 'KeyK') {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (!enabled || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (event.key === '?') latest.current.onSheet();
      // By position on the keyboard, so that a Cyrillic layout works as well.
      else if (!event.shiftKey && event.code.startsWith('Key'))
        latest.current.onKey(event.code.slice(3).toLowerCase());
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
  return {
    enabled,
    setEnabled: (next: boolean) => {
      localStorage.setItem(STORED, next ? 'on' : 'off');
      setEnabled(next);
    },
  };
}
