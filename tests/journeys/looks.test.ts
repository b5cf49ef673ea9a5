import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { templateOf } from '../../server/domain/team/templates';
import { arriveSignedIn } from './support/account';
import { openPlace } from './support/place';
import { procedures } from './support/procedure';
import { ended } from './support/run-page';
import { shoot } from './support/shots';
import { startRun } from './support/teams';
import { newVisitor } from './support/visitor';

const place = await openPlace({ environment: { TROUPE_DEMO_WORD_MS: '0' } });

type Row = { id: string; slug: string };
type Paths = { org: string; runId: string; agentId: string; teamSlug: string };
type State = Awaited<ReturnType<Awaited<ReturnType<typeof newVisitor>>['context']['storageState']>>;

const PUBLIC: Record<string, string> = { landing: '/', 'sign-in': '/sign-in', 'sign-up': '/sign-up' };
const INSIDE: Record<string, (paths: Paths) => string> = {
  home: () => '',
  runs: () => '/runs',
  run: ({ runId }) => `/runs/${runId}`,
  teams: () => '/teams',
  team: ({ teamSlug }) => `/teams/${teamSlug}`,
  'team-versions': ({ teamSlug }) => `/teams/${teamSlug}?tab=versions`,
  'team-edit': ({ teamSlug }) => `/teams/${teamSlug}/edit`,
  'team-new': () => '/teams/new?template=delivery',
  'team-start': ({ teamSlug }) => `/teams/${teamSlug}?start=1`,
  agents: () => '/agents',
  agent: ({ agentId }) => `/agents/${agentId}`,
  'agent-new': () => '/agents/new',
  projects: () => '/projects',
  approvals: () => '/approvals',
  costs: () => '/costs',
  providers: () => '/settings/providers',
  account: () => '/settings/account',
};
const WIDTHS = [1440, 390];
const THEMES = ['light', 'dark'] as const;
const SEVERE = new Set(['serious', 'critical']);

let paths: Paths;
let signedIn: State;

beforeAll(async () => {
  const context = await place.browser.newContext({ baseURL: place.url });
  const visitor = { context, page: await context.newPage(), complaints: () => [], clicks: async () => 0 };
  const org = await arriveSignedIn(place, visitor);
  const { query, mutate } = procedures(place, visitor, org);
  const [agent] = (await query<{ items: Row[] }>('agent.list')).items;
  const template = templateOf('delivery_qa_gate');
  const manifest = template.build([agent?.id ?? '']);
  const team = await mutate<Row>('team.create', { name: template.title, manifest, apply: true });
  const goal = 'Plan the summer party\n- Food for forty\n- A plan for rain';
  const runId = await startRun(place, visitor, org, { teamId: team.id, goal });
  paths = { org, runId, agentId: agent?.id ?? '', teamSlug: team.slug };
  await visitor.page.goto(`/o/${org}/runs/${runId}`);
  await ended(visitor.page);
  signedIn = await context.storageState();
  await context.close();
});

/** Everything that a reader would stumble over on the page as it stands, in words. */
async function stumbles(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the window`] : [];
  });
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const severe = violations.filter(({ impact }) => SEVERE.has(impact ?? ''));
  const told = severe.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  return [...overflow, ...told];
}

/** Looks at a page in both themes and widths. */
async function look(name: string, path: string, storageState?: State): Promise<void> {
  const { page, complaints } = await newVisitor(place, { storageState, reducedMotion: 'reduce' });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('heading').first().waitFor();
  const found: Record<string, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
      await shoot(page, `${name}-${theme}-${width}`);
      const here = await stumbles(page);
      if (here.length > 0) found[`${theme} ${width}`] = here;
    }
  }
  expect(found).toEqual({});
  expect(complaints()).toEqual([]);
}

describe('in both themes, on a desk and on a phone, without overflow or a serious barrier', () => {
  it.each(Object.entries(PUBLIC))('stands the page %s', (name, path) => look(name, path));

  it.each(Object.entries(INSIDE))('stands the page %s', (name, path) =>
    look(name, `/o/${paths.org}${path(paths)}`, signedIn),
  );

  it('control: words too pale to read and a page too wide for a phone are told', async () => {
    const { page } = await newVisitor(place, { viewport: { width: 390, height: 844 } });
    await page.goto('/');
    await page.addStyleTag({ content: 'h1 { width: 900px; } p { color: #ddd !important; }' });
    const told = (await stumbles(page)).join();
    expect(told).toMatch(/px wider than the window.*color-contrast/);
  });
});
