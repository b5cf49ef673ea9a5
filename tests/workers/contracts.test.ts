import { compileFields } from '@domain/team/contract-fields';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { listFiles } from '../../server/services/file/list';
import { readFile } from '../../server/services/file/read';
import { readArtifact } from '../../server/services/run/artifact';
import { startRun } from '../../server/services/run/start';
import { type Says, scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

const SCHEMA = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer', minimum: 1 } },
  required: ['title'],
};

let org: TestOrg;
let teamId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  teamId = await teamWith(SCHEMA);
});

/** A team whose first slot promises this. */
async function teamWith(schema: object): Promise<string> {
  const manifest = manifestOf(
    'pipeline',
    ['make', 'check'].map((id) => ({ id, agentId: org.agentId })),
  );
  const slots = manifest.slots.map((slot) =>
    slot.id === 'make' ? { ...slot, contract: { ...slot.contract, schema } } : slot,
  );
  return makeTeam(db, org, { ...manifest, slots });
}

/** A run whose first slot, which promises a title, says these one after the other. */
const saying = (...texts: string[]) => sayingTo(teamId, texts);

async function sayingTo(teamId: string, texts: string[]) {
  const input = { projectId: org.projectId, teamId, goal: 'A leaflet', idempotencyKey: newId() };
  const { runId } = await startRun(org.owner, input);
  const model = scripted({ make: texts.map((text): Says => ({ text })) });
  await runDry(testRuntime(model.port));
  const { rows } = await db.admin.query(
    `SELECT id, text, value FROM artifact WHERE run_id = $1 AND slot_id = 'make'`,
    [runId],
  );
  const facts = await factsOf(db, runId);
  return {
    runId,
    ...model,
    delivered: rows,
    end: facts.find(({ type }) => /^run\.(completed|failed)$/.test(type)),
  };
}

describe('a contract with a JSON Schema', () => {
  it('is asked for as such, checked, and stands beside its text as contracts/{slot}.json (T-109)', async () => {
    const { runId, of, delivered, end } = await saying('{"title":"Tides","pages":4}');
    expect(of('make')[0]?.schema).toEqual({ name: 'contract', jsonSchema: SCHEMA });
    expect(of('check')[0]?.schema).toBeUndefined();
    expect(end?.type).toBe('run.completed');
    const value = { title: 'Tides', pages: 4 };
    expect(delivered).toMatchObject([{ text: '{"title":"Tides","pages":4}', value }]);
    expect(await readArtifact(org.owner, { id: delivered[0].id })).toMatchObject({ value });
    const { files } = await listFiles(org.owner, { runId });
    expect(files.map(({ path }) => path)).toEqual([
      'contracts/check.md',
      'contracts/make.json',
      'contracts/make.md',
    ]);
    const { text } = await readFile(org.owner, { runId, path: 'contracts/make.json' });
    expect(JSON.parse(text!)).toEqual({ title: 'Tides', pages: 4 });
  });

  it('is asked for in the order of its fields, which no store keeps, and without the word for it (T-109)', async () => {
    const fields = ['reasons', 'verdict', 'a'].map((name) => ({
      ...{ name, type: 'text' as const, choices: [], required: true, description: '' },
    }));
    const { of, end } = await sayingTo(await teamWith(compileFields({ fields, closed: true })), [
      '{"a":"x","reasons":"y","verdict":"z"}',
    ]);
    const asked = of('make')[0];
    expect(Object.keys(asked?.schema?.jsonSchema.properties ?? {})).toEqual(['reasons', 'verdict', 'a']);
    expect(asked?.messages[0]?.text).toMatch(/"reasons".*"verdict".*"a"/s);
    expect(JSON.stringify(asked)).not.toContain('propertyOrdering');
    expect(end?.type).toBe('run.completed');
  });

  it('that is not kept is told to the model, which may mend it twice', async () => {
    const { of, delivered, end } = await saying(
      'Tides',
      '{"title":"Tides","pages":0}',
      '{"title":"Tides","pages":1}',
    );
    const told = of('make').map(({ messages }) => messages.at(-1)?.text);
    expect(told[1]).toContain('it is not JSON');
    expect(told[2]).toContain('pages: ');
    expect(delivered).toMatchObject([{ value: { title: 'Tides', pages: 1 } }]);
    expect(end?.type).toBe('run.completed');
  });

  it('that is still not kept then fails the step, and nothing stands as delivered', async () => {
    const { runId, of, delivered, end } = await saying('{}', '[]', '{"title":1}');
    expect(of('make')).toHaveLength(3);
    expect(of('check')).toHaveLength(0);
    expect(end).toMatchObject({ type: 'run.failed', reason: 'contract_invalid' });
    expect(delivered).toEqual([]);
    expect((await listFiles(org.owner, { runId })).files).toEqual([]);
  });

  it.each([
    ['a NUL in a text', '{"title":"a\\u0000b"}'],
    ['a NUL in a name', '{"title":"a","b\\u0000c":1}'],
    ['half a character', '{"title":"a\\ud800"}'],
    ['half a character in a name', '{"title":"a","\\ud800":1}'],
    ['__proto__', '{"title":"a","__proto__":{"x":1},"constructor":{}}'],
    ['a number beyond all', '{"title":"a","n":1e400}'],
    ['20,000 levels', `{"title":"a","n":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('never keeps a run from its end, whatever is said: %s', async (_what, text) => {
    const { end } = await saying(text);
    expect(end?.type).toMatch(/^run\.(completed|failed)$/);
  });
});
