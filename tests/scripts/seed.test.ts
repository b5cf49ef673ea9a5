import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, seedDemo } from '../../prisma/seed';
import { passwordFits } from '../../server/auth/password';
import { testDatabase } from '../support/database';

process.env.TROUPE_URL = 'http://localhost:3000';
const db = await testDatabase();
const options = { email: 'demo@troupe.example', password: 'a-generated-one', url: 'http://localhost:3000' };

afterAll(closeAll);

describe('the demo', () => {
  it('is a person with an organization, agents and a team whose review gate is in force, made once', async () => {
    await seedDemo(options);
    await seedDemo(options);
    const { rows } = await db.admin.query(`
      SELECT t.slug, t.current_version AS version, v.status, v.origin, v.manifest->'protocol'->>'kind' AS kind,
        (SELECT count(*)::int FROM agent) AS agents, (SELECT count(*)::int FROM organization) AS organizations
      FROM team t JOIN team_version v ON v.team_id = t.id`);
    expect(rows).toEqual([
      {
        slug: 'delivery-qa-gate',
        version: 1,
        status: 'applied',
        origin: 'template',
        kind: 'review_gate',
        agents: 3,
        organizations: 1,
      },
    ]);
  });

  it('can sign in with the printed password', async () => {
    const { rows } = await db.admin.query(
      'SELECT password_hash FROM credential JOIN "user" ON id = user_id WHERE email = $1',
      [options.email],
    );
    expect(await passwordFits(rows[0].password_hash, options.password)).toBe(true);
  });
});
