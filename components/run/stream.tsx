'use client';
import { ArrowDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { StickToBottom, useStickToBottomContext } from 'use-stick-to-bottom';
import { Button } from '../ui/button';
import { Markdown } from '../ui/markdown';
import { Spinner } from '../ui/spinner';

/** What a step is writing right now. It follows the text only while the reader is at its end. */
export function Stream({ text }: { text: string }) {
  const t = useTranslations('run');
  return (
    <StickToBottom
      className="relative flex max-h-[26rem] flex-col overflow-hidden rounded-lg border bg-card"
      initial="instant"
      resize="instant"
    >
      <StickToBottom.Content className="p-4" scrollClassName="min-h-0 [scrollbar-gutter:stable]!">
        <div data-testid="stream">
          {text ? (
            <Markdown text={text} streaming />
          ) : (
            <p className="flex items-center gap-2 text-[13px] text-muted-foreground">
              <Spinner /> {t('thinking')}
            </p>
          )}
        </div>
      </StickToBottom.Content>
      <ToEnd label={t('toEnd')} />
    </StickToBottom>
  );
}

function ToEnd({ label }: { label: string }) {
  const { isAtBottom, scrollToBottom } = useStickToBottomContext();
  return isAtBottom ? null : (
    <Button
      size="sm"
      onClick={() => scrollToBottom()}
      className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full bg-popover shadow-floating"
    >
      <ArrowDown aria-hidden />
      {label}
    </Button>
  );
}
