'use client';
import { useLocale, useTranslations } from 'next-intl';
import { Markdown } from '../ui/markdown';

/** Levels that are shown: an answer may nest deeper than anybody reads. */
const SHOWN_LEVELS = 6;

type Props = {
  value: unknown;
  /** Names of the top's fields, in the order in which they are wanted. */
  order?: readonly string[];
  level?: number;
};

/** A structured delivery for people: its fields with their names, lists as lists, texts as Markdown. */
export function StructuredValue({ value, order = [], level = 0 }: Props) {
  const t = useTranslations('run.value');
  const locale = useLocale();
  if (typeof value === 'string') return value === '' ? <Nothing /> : <Markdown text={value} />;
  if (typeof value === 'boolean') return <p className="text-[13.5px]">{t(value ? 'yes' : 'no')}</p>;
  if (typeof value === 'number')
    return (
      <p className="text-[13.5px] tabular-nums">
        {new Intl.NumberFormat(locale, { maximumFractionDigits: 12 }).format(value)}
      </p>
    );
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return <Nothing />;
  if (level >= SHOWN_LEVELS) return <p className="text-[13px] text-muted-foreground">{t('deeper')}</p>;
  if (Array.isArray(value))
    return (
      <ul className="list-outside list-disc space-y-1 pl-5">
        {value.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is delivered never changes
          <li key={at}>
            <StructuredValue value={item} level={level + 1} />
          </li>
        ))}
      </ul>
    );
  return (
    <dl className="divide-y rounded-lg border">
      {fieldsIn(value, order).map(([name, field]) => (
        <div key={name} className="px-3 py-2">
          <dt className="break-words font-mono text-muted-foreground text-xs">{name}</dt>
          <dd className="mt-1 min-w-0 break-words">
            <StructuredValue value={field} level={level + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Nothing = () => <p className="text-muted-foreground">–</p>;

function fieldsIn(value: object, order: readonly string[]): [string, unknown][] {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(value).sort(([a], [b]) => place(a) - place(b));
}
