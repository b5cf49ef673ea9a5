import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database';
import { fixedSlot, pipeline, reviewGate } from '../support/manifests';
import { type Answered, proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
let org: TestOrg;
let owner: ReturnType<typeof proceduresOf>;
let teamId: string;
let agentId: string;

/** Rows of everything that a manifest could leave behind. */
const rows = async () =>
  (
    await db.admin.query(
      `SELECT (SELECT count(*) FROM team) AS team, (SELECT count(*) FROM team_version) AS version,
              (SELECT count(*) FROM team_member) AS member, (SELECT count(*) FROM audit) AS audit`,
    )
  ).rows;

beforeAll(async () => {
  org = await makeOrg(db);
  agentId = await addAgent(db, org, 'Worker');
  owner = proceduresOf(org.slug, await cookieOf(db, org.owner.userId!));
  teamId = (await owner.mutate<{ id: string }>('team.create', { name: 'Team' })).data.id;
});

/** Proposes the manifest and creates a team with it: the same refusal twice, at once, with nothing written. */
async function refusedTwice(manifest: unknown): Promise<Answered> {
  const before = await rows();
  const proposed = await owner.mutate('version.propose', { teamId, manifest });
  const created = await owner.mutate('team.create', { name: 'Other', manifest, apply: true });
  expect(created.bytes.replaceAll('team.create', '')).toBe(proposed.bytes.replaceAll('version.propose', ''));
  expect(await rows()).toEqual(before);
  expect(Math.max(proposed.ms, created.ms)).toBeLessThan(1_000);
  expect(proposed.bytes).not.toMatch(/at \w+ \(|node_modules|Error:/);
  return proposed;
}

/** The refusal's issues as `path code`. */
async function issuesOf(manifest: unknown): Promise<string[]> {
  const answer = await refusedTwice(manifest);
  expect([answer.status, answer.error.code]).toEqual([422, 'unprocessable']);
  const issues = (answer.error.issues ?? []) as {
    path: (string | number)[];
    code: string;
    message: string;
  }[];
  for (const issue of issues) expect(issue.message).not.toBe('');
  return issues.map((issue) => `${issue.path.join('.')} ${issue.code}`);
}

const dag = (steps: object[], slots = ['a', 'b', 'c']) => ({
  manifestVersion: 1,
  protocol: { kind: 'dag', steps },
  slots: slots.map((id) => fixedSlot(id, agentId)),
});
const of = (kind: string, slots: object[], more: object = {}) => ({
  manifestVersion: 1,
  protocol: { kind, ...more },
  slots,
});

describe('a manifest that is no team answers 422 with what is wrong and where, and writes nothing', () => {
  it('unknown protocol, no slots, doubled ids, unknown binding mode, fixed without an agent (T-16, T-17, T-18, T-19, T-20)', async () => {
    expect(await issuesOf(of('chat', [fixedSlot('a', agentId)]))).toEqual(['protocol.kind unknown_protocol']);
    expect(await issuesOf(of('pipeline', []))).toEqual(['slots no_slots']);
    expect(await issuesOf(of('pipeline', [fixedSlot('a', agentId), fixedSlot('a', agentId)]))).toEqual([
      'slots.1.id duplicate_slot',
    ]);
    expect(
      await issuesOf(of('pipeline', [fixedSlot('a', agentId, { binding: { mode: 'auction' } })])),
    ).toEqual(['slots.0.binding.mode bad_binding_mode']);
    expect(await issuesOf(of('pipeline', [fixedSlot('a', agentId, { binding: { mode: 'fixed' } })]))).toEqual(
      ['slots.0.binding.agentId agent_required'],
    );
  });

  it('1: cycles of two and of 1,000, named (T-20, T-21)', async () => {
    const two = await refusedTwice(
      dag([
        { id: 'x', slot: 'a', dependsOn: ['y'] },
        { id: 'y', slot: 'b', dependsOn: ['x'] },
      ]),
    );
    expect(two.status).toBe(422);
    expect(two.error.issues).toMatchObject([{ code: 'cycle', message: expect.stringMatching(/x.*y|y.*x/) }]);
    const ring = Array.from({ length: 1_000 }, (_, n) => ({
      id: `s${n}`,
      slot: 'a',
      dependsOn: [`s${(n + 1) % 1_000}`],
    }));
    expect((await issuesOf(dag(ring))).join()).toMatch(/ cycle$/);
  });

  it('2, 4: references to nothing, to oneself, and reviews of one’s own work (T-20, T-21)', async () => {
    expect(await issuesOf(dag([{ id: 'x', slot: 'a', dependsOn: ['ghost'] }]))).toEqual([
      'protocol.steps.0.dependsOn.0 dangling_reference',
    ]);
    expect(await issuesOf(dag([{ id: 'x', slot: 'a', dependsOn: ['x'] }]))).toEqual([
      'protocol.steps.0.dependsOn.0 self_reference',
    ]);
    expect(await issuesOf(dag([{ id: 'x', slot: 'a', reviewOf: 'x' }]))).toEqual([
      'protocol.steps.0.reviewOf bad_review_target',
    ]);
    const own = [
      { id: 'x', slot: 'a' },
      { id: 'y', slot: 'a', dependsOn: ['x'], reviewOf: 'x' },
    ];
    expect((await issuesOf(dag(own))).join()).toContain('self_review');
  });

  it('5: a review gate without a reviewer, or that reviews what is not there', async () => {
    expect(await issuesOf(of('review_gate', [fixedSlot('a', agentId), fixedSlot('b', agentId)]))).toEqual([
      'slots bad_review_gate',
    ]);
    const lost = [fixedSlot('a', agentId), fixedSlot('b', agentId, { review: true, reviewOf: 'ghost' })];
    expect(await issuesOf(of('review_gate', lost))).toEqual(['slots.1.reviewOf bad_review_target']);
  });

  it('6: a lead with nobody to lead, a fan-out of one, a review gate with two reviewers', async () => {
    const lead = of('lead_workers', [fixedSlot('lead', org.agentId, { lead: true })]);
    expect(await issuesOf({ ...lead, rosterScope: 'members' })).toEqual(['slots empty_roster']);
    expect(await issuesOf(of('fan_out', [fixedSlot('a', agentId)]))).toEqual(['slots too_few_slots']);
    const two = [1, 2].map((n) => fixedSlot(`r${n}`, agentId, { review: true }));
    expect(await issuesOf(of('review_gate', [fixedSlot('a', agentId), ...two]))).toEqual([
      'slots.2.review bad_review_gate',
    ]);
  });

  it('8: 10,000 slots, reported alone', async () => {
    const slots = Array.from({ length: 10_000 }, (_, n) => ({ id: `S${n}` }));
    expect(await issuesOf(of('pipeline', slots))).toEqual(['slots too_many_slots']);
  });

  it('10: prototype names as ids and as fields are refused or plain data', async () => {
    const names = ['__proto__', 'toString', 'constructor.prototype'];
    for (const id of names)
      expect((await issuesOf(of('pipeline', [fixedSlot(id, agentId)]))).join()).toContain('bad_id');
    const polluting = (path: string) =>
      `{"org":"${org.slug}","teamId":"${teamId}","manifest":{"manifestVersion":1,${path},"protocol":{"kind":"pipeline"},"slots":[]}}`;
    for (const path of ['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}'])
      expect((await owner.raw('version.propose', polluting(path))).status).toBe(422);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(
      (
        await owner.mutate('version.propose', {
          teamId,
          manifest: of('pipeline', [fixedSlot('constructor', agentId)]),
        })
      ).status,
    ).toBe(200);
  });

  it.each([null, -1, 1e308, '10', 0.1 + 0.2, 1e-9, 'NaN', 'Infinity', 2e12])(
    '13: a budget of %j is no whole number of micro-dollars in range',
    async (budgetMicros) => {
      expect(await issuesOf({ ...pipeline(agentId), defaults: { budgetMicros } })).toEqual([
        'defaults.budgetMicros out_of_range',
      ]);
    },
  );

  it.each([-1, 0, 1.5, 1e9])('14: %j attempts, turns or parallel steps', async (n) => {
    expect(await issuesOf({ ...pipeline(agentId), defaults: { maxTurns: n, parallelLimit: n } })).toEqual([
      'defaults.maxTurns out_of_range',
      'defaults.parallelLimit out_of_range',
    ]);
    expect(await issuesOf({ ...pipeline(agentId), defaults: { maxAttempts: n } })).toEqual([
      'defaults.maxAttempts unknown_field',
    ]);
  });

  it('15: unknown fields, an unknown format, and of doubled keys the last', async () => {
    expect(await issuesOf({ ...pipeline(agentId), extra: 1 })).toEqual(['extra unknown_field']);
    expect(await issuesOf({ ...pipeline(agentId), manifestVersion: 2 })).toEqual([
      'manifestVersion unknown_manifest_version',
    ]);
    const doubled = (last: string) =>
      JSON.stringify({ org: org.slug, teamId, manifest: pipeline(agentId) }).replace(
        '"protocol":{"kind":"pipeline"}',
        `"protocol":{"kind":"nonsense"},"protocol":{"kind":"${last}"}`,
      );
    expect((await owner.raw('version.propose', doubled('pipeline'))).status).toBe(200);
    expect((await owner.raw('version.propose', doubled('chat'))).status).toBe(422);
  });

  it('17: an agent whose model its provider no longer offers', async () => {
    const stale = await addAgent(db, org, 'Stale', { model: 'gone' });
    expect(await issuesOf(pipeline(agentId, stale))).toEqual(['slots.1.binding.agentId unknown_model']);
  });

  it('21: doubled edges, an empty manifest; one slot alone is a team', async () => {
    const doubled = of('handoff', [fixedSlot('a', agentId), fixedSlot('b', agentId)], {
      entrySlot: 'a',
      edges: [
        { from: 'a', to: 'b' },
        { from: 'a', to: 'b' },
      ],
    });
    expect(await issuesOf(doubled)).toEqual(['protocol.edges.1 duplicate_edge']);
    for (const empty of [{}, [], null, 'manifest', 7]) {
      const answer = await owner.mutate('version.propose', { teamId, manifest: empty });
      expect([answer.status, answer.error.reason]).toEqual([422, 'invalid_manifest']);
    }
    expect((await owner.mutate('version.propose', { teamId })).status).toBe(400);
    expect((await owner.mutate('version.propose', { teamId, manifest: pipeline(agentId) })).status).toBe(200);
  });

  it('9: a document 1,000 deep is malformed before anything looks at it', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`);
    const answer = await refusedTwice({ ...pipeline(agentId), deep });
    expect([answer.status, answer.error.reason]).toEqual([400, 'too_deep']);
  });

  it('tells every problem at once, in the order of the document', async () => {
    const wrong = {
      manifestVersion: 1,
      protocol: { kind: 'pipeline' },
      slots: [fixedSlot('Bad', agentId), fixedSlot('b', agentId, { binding: { mode: 'fixed' }, colour: 1 })],
      defaults: { maxRework: 11 },
    };
    expect(await issuesOf(wrong)).toEqual([
      'slots.0.id bad_id',
      'slots.1.binding.agentId agent_required',
      'slots.1.colour unknown_field',
      'defaults.maxRework out_of_range',
    ]);
  });
});

describe('a manifest that is a team', () => {
  it('of any of the six protocols, in any script, becomes version 1 at once', async () => {
    const two = [fixedSlot('a', agentId), fixedSlot('b', org.agentId)];
    const manifests = [
      pipeline(agentId),
      reviewGate(agentId, org.agentId),
      dag([{ id: 'x', slot: 'a' }], ['a']),
      of('fan_out', two),
      of('lead_workers', two),
      of('handoff', two, { entrySlot: 'a', edges: [{ from: 'a', to: 'b' }] }),
      of('pipeline', [fixedSlot('a', agentId, { title: '🚀 Сборка 构建 بناء' })]),
    ];
    for (const manifest of manifests) {
      const made = await owner.mutate('team.create', { name: '🚀 Сборка 构建 بناء', manifest, apply: true });
      expect([made.status, made.data?.currentVersion]).toEqual([200, 1]);
    }
  });

  it('keeps its text as it was typed', async () => {
    const responsibility = 'Line one\nLine two \u202Eabc\u202C 👩‍👩‍👧';
    const manifest = of('pipeline', [fixedSlot('a', agentId, { responsibility })]);
    const proposed = await owner.mutate<{ manifest: { slots: { responsibility: string }[] } }>(
      'version.propose',
      {
        teamId,
        manifest,
      },
    );
    expect(proposed.data.manifest.slots[0]?.responsibility).toBe(responsibility);
  });
});
