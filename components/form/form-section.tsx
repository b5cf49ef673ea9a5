import type { ReactNode } from 'react';

/** A part of a long form: what it is on the left, its fields on the right. */
export const FormSection = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) => (
  <section className="grid gap-x-8 gap-y-3 border-t py-6 first:border-t-0 first:pt-0 lg:grid-cols-[15rem_minmax(0,1fr)]">
    <div>
      <h2 className="font-medium text-sm">{title}</h2>
      <p className="mt-0.5 text-[13px] text-muted-foreground">{text}</p>
    </div>
    <div className="min-w-0">{children}</div>
  </section>
);
