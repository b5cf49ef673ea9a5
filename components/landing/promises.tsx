import { CircleStop, GitBranch, type LucideIcon, Radio, ShieldCheck, Undo2, Wallet } from 'lucide-react';

export const PROMISES = ['live', 'stop', 'budget', 'review', 'versions', 'tenancy'] as const;
type PromiseId = (typeof PROMISES)[number];

const ICON: Record<PromiseId, LucideIcon> = {
  live: Radio,
  stop: CircleStop,
  budget: Wallet,
  review: Undo2,
  versions: GitBranch,
  tenancy: ShieldCheck,
};

type Props = { words: Record<PromiseId, { title: string; text: string }> };

export const Promises = ({ words }: Props) => (
  <ul className="grid gap-x-10 gap-y-8 border-t py-12 sm:grid-cols-2 lg:grid-cols-3">
    {PROMISES.map((id) => {
      const Icon = ICON[id];
      return (
        <li key={id}>
          <Icon aria-hidden className="size-5 text-brand" strokeWidth={1.7} />
          <h2 className="mt-3 font-medium text-sm">{words[id].title}</h2>
          <p className="mt-1 text-[13px] text-muted-foreground">{words[id].text}</p>
        </li>
      );
    })}
  </ul>
);
