'use client';
import { type ComponentProps, useState } from 'react';
import { Input } from '../ui/input';

/** Words between commas, each once. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: readonly string[];
  onChange: (words: string[]) => void;
};

/** A list of short words, typed with commas between them. */
export function WordsInput({ value, onChange, onBlur, ...control }: Props) {
  const [typed, setTyped] = useState(value.join(', '));
  return (
    <Input
      {...control}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(wordsOf(event.target.value));
      }}
      onBlur={(event) => {
        setTyped(wordsOf(typed).join(', '));
        onBlur?.(event);
      }}
    />
  );
}
