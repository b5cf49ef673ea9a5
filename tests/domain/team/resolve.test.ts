import { type RosterAgent, resolveBindings, rosterOf } from '@domain/team/resolve';
import { describe, expect, it } from 'vitest';
import { accepted, agent, pipeline, slot } from './documents';

const person = (n: number, more: Partial<RosterAgent> = {}): RosterAgent => ({
  id: agent(n),
  name: `Agent ${n}`,
  role: '',
  capabilities: {},
  skills: [],
  projectIds: [],
  member: true,
  ...more,
});
const lawyer = (n: number) => person(n, { skills: ['law'] });

const byRole = (id: string, more: object = {}, preferredAgentId?: string) =>
  slot(id, { binding: { mode: 'role', ...(preferredAgentId && { preferredAgentId }) }, ...more });
const needsLaw = { requirements: { capabilities: [], skills: ['law'] } };

/** Each slot's outcome in a word: whom it is bound to and how, or why not. */
function outcome(
  slots: ReturnType<typeof slot>[],
  roster: RosterAgent[],
  overrides: Record<string, string> = {},
) {
  const { slots: resolved, unknownSlots } = resolveBindings(
    accepted(pipeline(slots)),
    roster,
    new Map(Object.entries(overrides)),
  );
  const words = resolved.map((one) => ('mode' in one ? `${one.mode}: ${one.agent.name}` : one.refusal));
  return unknownSlots.length > 0 ? [...words, `unknown: ${unknownSlots}`] : words;
}

describe('a slot is bound', () => {
  it('to the agent that its version names (T-54)', () => {
    expect(outcome([slot('a')], [person(1), person(2)])).toEqual(['fixed: Agent 1']);
  });

  it('by role to the only one of the roster who fits (T-54, T-63)', () => {
    expect(outcome([byRole('a', needsLaw)], [person(1), lawyer(2)])).toEqual(['matched: Agent 2']);
    expect(outcome([byRole('a', needsLaw, agent(2))], [person(1), lawyer(2)])).toEqual(['matched: Agent 2']);
  });

  it('by role, of several who fit, to the preferred one (T-54, T-74)', () => {
    const several = [lawyer(1), lawyer(2), lawyer(3)];
    expect(outcome([byRole('a', needsLaw, agent(2))], several)).toEqual(['preferred: Agent 2']);
  });

  it('to nobody while several fit and none of them is preferred; they are named (T-54)', () => {
    const several = [lawyer(1), lawyer(2), person(3)];
    expect(outcome([byRole('a', needsLaw)], several)).toEqual(['ambiguous']);
    // A preferred one that does not fit is no preference.
    expect(outcome([byRole('a', needsLaw, agent(3))], several)).toEqual(['ambiguous']);
    const [refused] = resolveBindings(accepted(pipeline([byRole('a', needsLaw)])), several).slots;
    expect(refused).toMatchObject({ candidates: [{ id: agent(1) }, { id: agent(2) }] });
  });

  it('to nobody when none fits; the nearest are told with what each lacks (T-54)', () => {
    const wants = { requirements: { capabilities: ['web_access'], skills: ['law'] } };
    const roster = [person(1, { capabilities: { web_access: false } }), person(2), lawyer(3)];
    roster[2]!.capabilities = { web_access: false };
    const [refused] = resolveBindings(accepted(pipeline([byRole('a', wants)])), roster).slots;
    expect(refused).toMatchObject({
      refusal: 'nobody',
      nearest: [
        { agent: { id: agent(2) }, lacks: [{ kind: 'skill', name: 'law' }] },
        { agent: { id: agent(3) }, lacks: [{ kind: 'capability', name: 'web_access' }] },
        { agent: { id: agent(1) }, lacks: [{ name: 'web_access' }, { name: 'law' }] },
      ],
    });
    expect(outcome([byRole('a')], [])).toEqual(['nobody']);
  });

  it('to whom the starter chose, if that one is in the roster and fits (T-54, T-66, T-79)', () => {
    const several = [lawyer(1), lawyer(2), person(3)];
    const slots = [byRole('a', needsLaw, agent(1))];
    expect(outcome(slots, several, { a: agent(2) })).toEqual(['override: Agent 2']);
    expect(outcome(slots, several, { a: agent(3) })).toEqual(['override_unfit']);
    expect(outcome(slots, several, { a: agent(9) })).toEqual(['override_unavailable']);
  });

  it('to no choice where the version names its agent, nor where there is no such slot (T-54, T-79)', () => {
    expect(outcome([slot('a')], [person(1), person(2)], { a: agent(2) })).toEqual(['override_of_fixed']);
    expect(outcome([slot('a')], [person(1)], { b: agent(1) })).toEqual(['fixed: Agent 1', 'unknown: b']);
    expect(outcome([slot('a')], [person(1)], { constructor: agent(1) })).toEqual([
      'fixed: Agent 1',
      'unknown: constructor',
    ]);
  });

  it('whatever the others come to: each is told by itself (T-69)', () => {
    const slots = [
      slot('a'),
      byRole('b', needsLaw),
      byRole('c'),
      slot('d', { binding: { mode: 'fixed', agentId: agent(7) } }),
    ];
    expect(outcome(slots, [person(1), person(2)])).toEqual([
      'fixed: Agent 1',
      'nobody',
      'ambiguous',
      'agent_unavailable',
    ]);
  });

  it('by role without requirements to any agent of the roster, one from before there were settings as well (T-76)', () => {
    expect(outcome([byRole('a')], [person(1, { capabilities: null })])).toEqual(['matched: Agent 1']);
  });
});

describe('the roster', () => {
  const all = [person(1), person(2, { member: false }), person(3, { projectIds: [agent(50)] })];
  const ids = (scope: 'visible' | 'members', project = agent(50)) =>
    rosterOf({ rosterScope: scope }, project, all).map(({ id }) => id);

  it('is everybody whom the starter sees, or the team’s people alone (T-59)', () => {
    expect(ids('visible')).toEqual([agent(1), agent(2), agent(3)]);
    expect(ids('members')).toEqual([agent(1), agent(3)]);
  });

  it('leaves out who does not work in the project (T-59)', () => {
    expect(ids('visible', agent(51))).toEqual([agent(1), agent(2)]);
  });
});
