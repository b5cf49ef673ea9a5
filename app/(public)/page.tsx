import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { type PROMISES, Promises } from '@/components/landing/promises';
import { RunPicture } from '@/components/landing/run-picture';
import { Button } from '@/components/ui/button';
import { currentSession } from '../_trpc/server';

export default async function LandingPage() {
  const t = await getTranslations('landing');
  const signedIn = (await currentSession()) !== null;
  const word = (id: (typeof PROMISES)[number]) => ({
    title: t(`promises.${id}.title`),
    text: t(`promises.${id}.text`),
  });
  return (
    <>
      <section className="grid items-center gap-10 py-10 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-14 lg:py-20">
        <div>
          <h1 className="text-balance font-semibold text-4xl leading-[1.1] tracking-tight sm:text-5xl">
            {t('title')}
          </h1>
          <p className="mt-4 text-pretty text-base text-muted-foreground">{t('text')}</p>
          <div className="mt-7 flex flex-wrap gap-2">
            {signedIn ? (
              <Button asChild variant="primary" size="lg">
                <Link href="/o">{t('open')}</Link>
              </Button>
            ) : (
              <>
                <Button asChild variant="primary" size="lg">
                  <Link href="/sign-up">{t('signUp')}</Link>
                </Button>
                <Button asChild size="lg">
                  <Link href="/sign-in">{t('signIn')}</Link>
                </Button>
              </>
            )}
          </div>
          <p className="mt-4 text-muted-foreground text-xs">{t('demo')}</p>
        </div>
        <RunPicture
          words={{
            goal: t('picture.goal'),
            live: t('picture.live'),
            steps: [t('picture.step1'), t('picture.step2'), t('picture.step3')],
            rejected: t('picture.rejected'),
            issue: t('picture.issue'),
            rework: t('picture.rework'),
            writing: t('picture.writing'),
            cost: t('picture.cost'),
          }}
        />
      </section>
      <Promises
        words={{
          live: word('live'),
          stop: word('stop'),
          budget: word('budget'),
          review: word('review'),
          versions: word('versions'),
          tenancy: word('tenancy'),
        }}
      />
    </>
  );
}
