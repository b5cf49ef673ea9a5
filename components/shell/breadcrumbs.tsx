'use client';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { hrefOf, routeAt } from './routes';

type Crumb = { label: string; href?: string };

/** The way from the section of the address down to this page. */
export function Breadcrumbs({ org, trail }: { org: string; trail: readonly Crumb[] }) {
  const t = useTranslations('nav');
  const route = routeAt(org, usePathname());
  const crumbs: Crumb[] = route
    ? [{ label: t(route.id), href: hrefOf(org, route.path) }, ...trail]
    : [...trail];
  return (
    <nav aria-label={t('breadcrumbs')} className="mb-3">
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-[13px] text-muted-foreground">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href ?? crumb.label} className="flex min-w-0 items-center gap-1">
            {index > 0 ? <ChevronRight aria-hidden className="size-3.5 shrink-0" /> : null}
            {crumb.href && index < crumbs.length - 1 ? (
              <Link
                href={crumb.href}
                className="inline-flex min-h-6 items-center rounded-sm hover:text-foreground"
              >
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
