import pg from 'pg';
import { expect, it } from 'vitest';
import { connectionBreaches, connections } from './support/check-connections';
import { livenessBreaches } from './support/check-liveness';
import { openSite } from './support/site';

const site = await openSite();

it('control: a worker that takes no step any more is found, and those that do are not (I19)', async () => {
  const [awake, asleep] = [await site.worker(), await site.worker()];
  expect(await livenessBreaches(site, [awake, asleep])).toEqual([]);
  asleep.pause();
  expect(await livenessBreaches(site, [awake, asleep], 5_000)).toContainEqual(
    `I19 worker ${asleep.pid} claims nothing any more`,
  );
  asleep.resume();
  await site.stopWorkers();
});

it('control: a connection that is left open is found (I18)', async () => {
  const base = await connections(site.db);
  await site.worker();
  await site.stopWorkers();
  expect(await connectionBreaches(site.db, base)).toEqual([]);
  const leaked = new pg.Client({ connectionString: site.db.urls.app, application_name: 'troupe-app' });
  await leaked.connect();
  expect(await connectionBreaches(site.db, await connections(site.db), 0)).toEqual([]);
  expect(await connectionBreaches(site.db, (await connections(site.db)) - 1, 0)).toContainEqual(
    expect.stringMatching(/^I18/),
  );
  await leaked.end();
});
