'use client';
import type { ComponentProps, ReactNode } from 'react';
import { Streamdown } from 'streamdown';
import { cn } from './class-names';

const SAFE = /^(https?:|mailto:)/i;

/** Text of a model is no authority on where a click may lead: only plain web and mail addresses, never silently. */
const Anchor = ({ href, children }: { href?: string; children?: ReactNode }) =>
  href && SAFE.test(href) ? (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline underline-offset-2"
    >
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

const ImageText = ({ alt }: { alt?: string }) =>
  alt ? <em className="text-muted-foreground">{alt}</em> : null;

const Code = ({ className, ...props }: ComponentProps<'code'>) => (
  <code className={cn('rounded-sm bg-muted px-1 py-0.5 font-mono text-[0.92em]', className)} {...props} />
);

const Pre = ({ children }: { children?: ReactNode }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    tabIndex={0}
    className="overflow-x-auto rounded-md border bg-surface p-3 font-mono text-xs [&_code]:bg-transparent [&_code]:p-0"
  >
    {children}
  </pre>
);

const Grid = ({ children }: { children?: ReactNode }) => (
  <div className="overflow-x-auto">
    <table className="w-full text-left [&_td]:border-t [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:py-1 [&_th]:font-medium">
      {children}
    </table>
  </div>
);

const COMPONENTS = {
  a: Anchor,
  img: ImageText,
  code: Code,
  inlineCode: Code,
  pre: Pre,
  table: Grid,
} as ComponentProps<typeof Streamdown>['components'];

/**
 * Markdown of a model, also while it is being written. Raw HTML is dropped, no image is ever fetched, and only
 * addresses of safe protocols become links.
 */
export const Markdown = ({
  text,
  streaming,
  className,
}: {
  text: string;
  streaming?: boolean;
  className?: string;
}) => (
  <Streamdown
    mode={streaming ? 'streaming' : 'static'}
    rehypePlugins={[]}
    skipHtml
    controls={false}
    components={COMPONENTS}
    className={cn(
      'max-w-none space-y-3 break-words text-[13.5px] leading-[1.65] [&_h1]:font-semibold [&_h1]:text-base [&_h2]:font-semibold [&_h2]:text-[15px] [&_h3]:font-semibold [&_h3]:text-sm [&_li]:my-1 [&_ol]:list-outside [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-outside [&_ul]:list-disc [&_ul]:pl-5 [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-muted-foreground',
      className,
    )}
  >
    {text}
  </Streamdown>
);
