import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/db/ids';
import { confirmMemory } from '../../../server/services/memory/confirm';
import { listMemories } from '../../../server/services/memory/list';
import { proposeMemory } from '../../../server/services/memory/propose';
import { supersedeMemory } from '../../../server/services/memory/supersede';
import { startRun } from '../../../server/services/run/start';
import { testDatabase } from '../../support/database';
import { factsOf } from '../../support/journal';
import { closeEngineAfterwards } from '../../support/runtime';
import { makeTeam, manifestOf } from '../../support/teams';
import { addPerson, makeOrg, type TestOrg } from '../../support/tenants';
import { addUnit } from '../../support/units';

const db = await testDatabase();
closeEngineAfterwards();

type Person = TestOrg['owner'] & { userId: string };

let org: TestOrg;
let teamId: string;
let runId: string;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  org = await makeOrg(db);
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 's1', agentId: org.agentId }]));
  const input = { projectId: org.projectId, teamId, goal: 'Remember', idempotencyKey: newId() };
  ({ runId } = await startRun(org.owner, input));
  ada = { ...org.owner, userId: org.owner.userId! };
  bo = await addPerson(db, org, 'operator');
});

/** What an agent of the run proposes about its team. */
async function proposed(content = 'Water rises.'): Promise<string> {
  const id = newId();
  await db.admin.query(
    `INSERT INTO memory (org_id, id, scope, team_id, category, content, author_kind, author_id, source_run_id)
     VALUES ($1, $2, 'team', $3, 'fact', $4, 'agent', $5, $6)`,
    [org.orgId, id, teamId, content, org.agentId, runId],
  );
  return id;
}

const STATEMENT = { category: 'fact', subject: '', content: 'Water falls.', importance: 0.5 } as const;
const ofTeam = () => ({ scope: 'team', holderId: teamId }) as const;
const stateOf = async (id: string): Promise<string> =>
  (await db.admin.query('SELECT state FROM memory WHERE id = $1', [id])).rows[0].state;
const auditsOf = async (id: string): Promise<string[]> =>
  (await db.admin.query('SELECT action FROM audit WHERE target_id = $1 ORDER BY at, id', [id])).rows.map(
    ({ action }) => action,
  );
const told = async (id: string): Promise<string[]> =>
  (await factsOf(db, runId)).flatMap((fact) =>
    'memoryId' in fact && fact.memoryId === id ? [fact.type] : [],
  );

describe('a statement', () => {
  it('of a person is confirmed as it is made, on record', async () => {
    const { id, state, author } = await proposeMemory(bo, { ...ofTeam(), ...STATEMENT });
    expect({ state, author }).toEqual({ state: 'confirmed', author: { kind: 'person', id: bo.userId } });
    expect(await auditsOf(id)).toEqual(['memory.proposed']);
  });

  it('of an agent is confirmed once, however many people confirm it at once', async () => {
    const id = await proposed();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) => confirmMemory(n % 2 ? ada : bo, { id })),
    );
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['confirmed']));
    expect(await auditsOf(id)).toEqual(['memory.confirmed']);
    expect(await told(id)).toEqual(['memory.confirmed']);
  });

  it('that is confirmed and withdrawn at once is withdrawn in the end, in the table and in the journal', async () => {
    for (let n = 0; n < 10; n++) {
      const id = await proposed();
      const [confirmed, withdrawn] = await Promise.allSettled([
        confirmMemory(ada, { id }),
        supersedeMemory(bo, { id }),
      ]);
      expect(withdrawn.status).toBe('fulfilled');
      if (confirmed.status === 'rejected') expect(confirmed.reason).toMatchObject({ reason: 'superseded' });
      expect(await stateOf(id)).toBe('superseded');
      const facts = await told(id);
      expect([[], ['memory.confirmed', 'memory.superseded']]).toContainEqual(facts);
    }
  });

  it('that was withdrawn stays so: no confirmation, no second record', async () => {
    const id = await proposed();
    await supersedeMemory(bo, { id });
    await expect(confirmMemory(ada, { id })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'superseded',
    });
    expect((await supersedeMemory(ada, { id })).state).toBe('superseded');
    expect(await auditsOf(id)).toEqual(['memory.superseded']);
  });

  it('gives way to one that stands, never to itself or to a withdrawn one', async () => {
    const [old, next, gone] = [await proposed('a'), await proposed('b'), await proposed('c')];
    await supersedeMemory(bo, { id: gone });
    for (const by of [old, gone])
      await expect(supersedeMemory(bo, { id: old, by })).rejects.toMatchObject({ reason: 'bad_successor' });
    expect(await supersedeMemory(bo, { id: old, by: next })).toMatchObject({ supersededBy: next });
  });

  it.each([
    ['nothing', { content: '' }],
    ['blanks', { content: ' \n\t ' }],
    ['2,001 characters', { content: 'x'.repeat(2_001) }],
    ['a NUL', { content: 'a\0b' }],
    ['half a character', { subject: '\ud800' }],
    ['a subject of 121', { subject: 'x'.repeat(121) }],
    ['an importance of 1.01', { importance: 1.01 }],
    ['an importance that is no number', { importance: Number.NaN }],
    ['another category', { category: 'rumour' }],
    ['a field of another', { orgId: newId() }],
  ])('is refused and not stored: %s', async (_what, part) => {
    const before = await db.admin.query('SELECT count(*)::int FROM memory');
    const input = { ...ofTeam(), ...STATEMENT, ...part } as Parameters<typeof proposeMemory>[1];
    await expect(proposeMemory(bo, input)).rejects.toThrow();
    expect((await db.admin.query('SELECT count(*)::int FROM memory')).rows).toEqual(before.rows);
  });
});

describe('who decides about a statement', () => {
  it('sees it: to others, and to another organization, it does not exist', async () => {
    const id = await proposed();
    const other = await makeOrg(db);
    const stranger = { ...other.owner, userId: other.owner.userId! };
    const outside = await addPerson(db, org, null);
    for (const person of [stranger, outside]) {
      await expect(confirmMemory(person, { id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(supersedeMemory(person, { id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(listMemories(person, { ...ofTeam(), limit: 50 })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect(await stateOf(id)).toBe('proposed');
  });

  it('may run teams: a viewer reads and changes nothing', async () => {
    const id = await proposed();
    const viewer = await addPerson(db, org, 'viewer');
    const { items } = await listMemories(viewer, { ...ofTeam(), limit: 100 });
    expect(items.map((item) => item.id)).toContain(id);
    const attempts = [
      () => confirmMemory(viewer, { id }),
      () => supersedeMemory(viewer, { id }),
      () => proposeMemory(viewer, { ...ofTeam(), ...STATEMENT }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    expect(await stateOf(id)).toBe('proposed');
  });

  it('sees the run that it came from: a team’s memory shows nothing of a project beside one’s own unit', async () => {
    const id = await proposed('Secret of the left');
    const [left, right] = [await addUnit(db, org, 'left'), await addUnit(db, org, 'right')];
    const beside = await addPerson(db, org, 'operator', right.id);
    await db.admin.query('UPDATE project SET unit_id = $2 WHERE org_id = $1', [org.orgId, left.id]);
    try {
      const { items } = await listMemories(beside, { ...ofTeam(), limit: 100 });
      expect(items.map((item) => item.id)).not.toContain(id);
      await expect(confirmMemory(beside, { id })).rejects.toMatchObject({ code: 'not_found' });
    } finally {
      await db.admin.query('UPDATE project SET unit_id = NULL WHERE org_id = $1', [org.orgId]);
    }
    const { items } = await listMemories(beside, { ...ofTeam(), limit: 100 });
    expect(items.map((item) => item.id)).toContain(id);
  });
});

describe('two statements', () => {
  it('never take each other’s place, however they are decided at once', async () => {
    for (let n = 0; n < 10; n += 1) {
      const [a, b] = [await proposed(`a${n}`), await proposed(`b${n}`)];
      const answers = await Promise.allSettled([
        supersedeMemory(ada, { id: a, by: b }),
        supersedeMemory(ada, { id: b, by: a }),
      ]);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect([await stateOf(a), await stateOf(b)].sort()).toEqual(['proposed', 'superseded']);
    }
  });

  it('of two holders do not take each other’s place either', async () => {
    const other = await makeTeam(db, org, manifestOf('pipeline', [{ id: 's1', agentId: org.agentId }]));
    const elsewhere = await proposeMemory(ada, { scope: 'team', holderId: other, ...STATEMENT });
    const refused = supersedeMemory(ada, { id: await proposed(), by: elsewhere.id });
    await expect(refused).rejects.toMatchObject({ reason: 'bad_successor' });
  });
});

it('a run that has all the notes that it may have takes no more, and says so', async () => {
  const input = { projectId: org.projectId, teamId, goal: 'Note', idempotencyKey: newId() };
  const { runId: full } = await startRun(org.owner, input);
  const note = () => proposeMemory(ada, { scope: 'run', holderId: full, ...STATEMENT });
  for (let n = 0; n < 200; n += 1) await note();
  await expect(note()).rejects.toMatchObject({ code: 'conflict', reason: 'notes_full' });
  const { rows } = await db.admin.query('SELECT count(*)::int AS n FROM memory WHERE run_id = $1', [full]);
  expect(rows).toEqual([{ n: 200 }]);
});
