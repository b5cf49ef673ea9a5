import { TeamCreate } from '@domain/team/team-form';
import { VersionPropose } from '@domain/team/version-form';
import { beforeAll, describe, expect, it } from 'vitest';
import { tenantTx } from '../../../server/db/tenant';
import { createTeam } from '../../../server/services/team/create';
import { discardDraft } from '../../../server/services/version/discard-draft';
import { getDraft } from '../../../server/services/version/draft';
import { proposeVersion } from '../../../server/services/version/propose';
import { saveDraft } from '../../../server/services/version/save-draft';
import { testDatabase } from '../../support/database';
import { pipeline } from '../../support/manifests';
import { refusal } from '../../support/refusal';
import { addPerson, makeOrg, type TestOrg } from '../../support/tenants';

const db = await testDatabase();
let org: TestOrg;
let teamId: string;
let builder: Awaited<ReturnType<typeof addPerson>>;

beforeAll(async () => {
  org = await makeOrg(db);
  builder = await addPerson(db, org, 'builder');
  teamId = (await createTeam(org.owner, TeamCreate.parse({ name: 'Edited' }))).id;
});

const save = (manifest: unknown, who = builder) => saveDraft(who, { teamId, baseVersion: null, manifest });
const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

describe('an unfinished edit', () => {
  it('is kept however incomplete it is, with what is still missing', async () => {
    expect(await getDraft(builder, { teamId })).toBeNull();
    const saved = await save({ slots: [{ id: 'Bad Id' }], half: true });
    expect(saved.manifest).toEqual({ slots: [{ id: 'Bad Id' }], half: true });
    const codes = saved.issues.map((issue) => issue.code);
    expect(codes).toEqual(expect.arrayContaining(['bad_id', 'unknown_field']));
    expect(await getDraft(builder, { teamId })).toEqual(saved);
    const whole = await save(pipeline(org.agentId));
    expect(whole.issues).toEqual([]);
  });

  it('is its author’s alone, for admins and for the database too', async () => {
    await save({ secret: 'CANARY' });
    expect(await getDraft(org.owner, { teamId })).toBeNull();
    await save({ mine: true }, { ...builder, ...org.owner, userId: org.owner.userId! });
    expect((await getDraft(builder, { teamId }))?.manifest).toEqual({ secret: 'CANARY' });
    const seen = (userId?: string) =>
      tenantTx({ orgId: org.orgId, userId }, (tx) => tx.teamDraft.findMany({ where: { teamId } }));
    expect((await seen(builder.userId)).map((row) => row.userId)).toEqual([builder.userId]);
    expect(await seen()).toEqual([]);
  });

  it('carries the version that it started from, and ends when it is thrown away or proposed', async () => {
    await saveDraft(builder, { teamId, baseVersion: 7, manifest: {} });
    expect((await getDraft(builder, { teamId }))?.baseVersion).toBe(7);
    expect(await discardDraft(builder, { teamId })).toEqual({ discarded: true });
    expect(await discardDraft(builder, { teamId })).toEqual({ discarded: false });
    const manifest = pipeline(org.agentId);
    await save(manifest);
    await proposeVersion(builder, VersionPropose.parse({ teamId, manifest }));
    expect(await getDraft(builder, { teamId })).toBeNull();
  });

  it('is refused above 768 KiB, nested without end, with text that cannot be stored, or when it is no object', async () => {
    const filled = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    const limit = 768 * 1024;
    expect((await save(filled(limit))).updatedAt).toBeTruthy();
    expect((await refusal(save(filled(limit + 1)))).status).toBe(413);
    expect((await refusal(save(nested(1_000)))).status).toBe(400);
    expect((await refusal(save({ name: 'a\u0000b' }))).status).toBe(422);
    expect((await refusal(save({ name: '\ud800' }))).status).toBe(422);
    for (const bad of [undefined, null, [], 'text', 3]) expect((await refusal(save(bad))).status).toBe(400);
  });

  it('is for who may edit the team or uses it as a builder', async () => {
    const operator = await addPerson(db, org, 'operator');
    const nobody = await addPerson(db, org, null);
    expect((await refusal(save({}, operator))).status).toBe(403);
    expect((await refusal(getDraft(operator, { teamId }))).status).toBe(403);
    expect((await refusal(save({}, nobody))).status).toBe(404);
  });
});
