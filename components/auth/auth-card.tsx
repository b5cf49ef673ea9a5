import type { ReactNode } from 'react';

/** The narrow column of the pages before one is inside. */
export const AuthCard = (props: { title: string; text: string; footer?: ReactNode; children: ReactNode }) => (
  <div className="mx-auto w-full max-w-sm py-10 sm:py-16">
    <h1 className="font-semibold text-2xl tracking-tight">{props.title}</h1>
    <p className="mt-1 mb-6 text-muted-foreground text-sm">{props.text}</p>
    {props.children}
    {props.footer ? <p className="mt-6 text-[13px] text-muted-foreground">{props.footer}</p> : null}
  </div>
);
