import { describe, expect, it } from 'vitest';
import { type Source, sources } from './sources';
import { silentWriters } from './verbs';

const VERB = 'server/services/team/create.ts';
const verb = (text: string): Source => ({ path: VERB, text });
const part = (text: string): Source => ({ path: 'server/services/team/part.ts', text });

describe('a verb that writes', () => {
  it('authorises and audits, or says in its first line why not', () => {
    const services = sources().filter(({ path }) => path.startsWith('server/services/'));
    expect(silentWriters(services)).toEqual([]);
  });

  it.each([
    ['await tx.team.create({ data });', 'authorize and audit'],
    ['await authorize(tx, ctx, "team.create");\nawait tx.team.updateMany({});', 'audit'],
    ['await tx.$executeRaw`UPDATE team SET name = 1`;\nawait audit(tx, ctx, entry);', 'authorize'],
    ['await appendToRun(ref, decide);', 'authorize and audit'],
    ['// short\nawait tx.team.delete({});', 'authorize and audit'],
    ['/* authorize( audit( */\nawait authClient().user.create({});', 'authorize and audit'],
  ])('is reported: %j', (text, missing) => {
    expect(silentWriters([verb(text)])).toEqual([`${VERB}:1: writes without ${missing}`]);
  });

  it.each([
    'await authorize(tx, ctx, "team.create");\nawait tx.team.create({});\nawait audit(tx, ctx, entry);',
    '// Engine: the claim carries the rights of the start.\nawait appendToRun(ref, decide);',
    'await tx.team.findMany({});',
    'await tx.$executeRaw`SELECT pg_advisory_xact_lock(1)`;',
  ])('is accepted: %j', (text) => {
    expect(silentWriters([verb(text)])).toEqual([]);
  });
});

describe('a part of a verb', () => {
  it('that takes the permission authorises for its caller', () => {
    const open = part(
      'export async function openTeam(tx: Tx, permission: Permission) { await authorize(tx, permission); }',
    );
    const text = 'await openTeam(tx, "team.update");\nawait tx.team.update({});\nawait audit(tx);';
    expect(silentWriters([open, verb(text)])).toEqual([]);
  });

  it('that checks one fixed permission does not', () => {
    const check = part('export async function checkModel(tx: Tx) { await authorize(tx, "provider.use"); }');
    const text = 'await checkModel(tx);\nawait tx.team.update({});\nawait audit(tx);';
    expect(silentWriters([check, verb(text)])).toEqual([`${VERB}:1: writes without authorize`]);
  });

  it('that writes makes its caller a writer, through other parts as well', () => {
    const insert = part('export async function insertTeam(tx: Tx) { await tx.team.create({}); }');
    const between = {
      path: 'server/services/team/between.ts',
      text: 'export async function between(tx: Tx) { await insertTeam(tx); }',
    };
    expect(
      silentWriters([insert, between, verb('export async function f(ctx: Ctx) { await between(tx); }')]),
    ).toEqual([`${VERB}:1: writes without authorize and audit`]);
  });
});
