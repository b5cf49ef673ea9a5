import type { TeamResolved } from '@domain/team/resolve-view';
import { expect } from 'vitest';
import { newId } from '../../server/db/ids';
import type { TestDatabase } from './database';
import { proceduresOf } from './procedure';
import { cookieOf } from './requests';
import { makeTeam, manifestOf } from './teams';
import { addAgent, addPerson, makeOrg } from './tenants';
import { addUnit } from './units';

type Role = { capabilities?: string[]; skills?: string[]; preferred?: string };
type Able = { skills?: string[]; capabilities?: object | null; unitId?: string; projectIds?: string[] };
type SlotOf = { id: string; role?: Role; agentId?: string };

/**
 * An organization in which slots are bound by role: Ada knows law and sums, Bo law but not the web, and a third one
 * who knows law and chess stands in a unit that the operator does not see.
 */
export async function openRoles(db: TestDatabase) {
  const org = await makeOrg(db);
  const [left, right] = [await addUnit(db, org, 'Left'), await addUnit(db, org, 'Right')];
  const person = await addPerson(db, org, 'operator', left.id);
  const operator = proceduresOf(org.slug, await cookieOf(db, person.userId));

  const able = async (name: string, more: Able): Promise<string> => {
    const id = await addAgent(db, org, name);
    const { skills = [], capabilities = {}, unitId = null, projectIds = [] } = more;
    await db.admin.query(
      'UPDATE agent SET skills = $2, capabilities = $3, unit_id = $4, project_ids = $5 WHERE id = $1',
      [id, skills, capabilities === null ? null : JSON.stringify(capabilities), unitId, projectIds],
    );
    return id;
  };
  const teamOf = (slots: SlotOf[], rosterScope: 'visible' | 'members' = 'visible'): Promise<string> => {
    const manifest = manifestOf(
      'pipeline',
      slots.map(({ id, agentId }) => ({ id, agentId: agentId ?? org.agentId })),
    );
    for (const [at, { role }] of slots.entries()) {
      if (!role) continue;
      const { capabilities = [], skills = [], preferred } = role;
      const binding = { mode: 'role', ...(preferred && { preferredAgentId: preferred }) };
      Object.assign(manifest.slots[at]!, { binding, requirements: { capabilities, skills } });
    }
    return makeTeam(db, org, { ...manifest, rosterScope });
  };
  const start = (teamId: string, more: object = {}) =>
    operator.mutate<{ runId: string }>('run.start', {
      ...{ projectId: org.projectId, teamId, goal: 'Do it', idempotencyKey: newId() },
      ...more,
    });
  /** Rows of everything that a start writes. */
  const written = async (): Promise<number> => {
    const counts = ['run', 'fact', 'step', 'audit'].map((table) => `(SELECT count(*) FROM ${table})`);
    return Number((await db.admin.query(`SELECT ${counts.join(' + ')} AS all`)).rows[0].all);
  };
  return {
    org,
    operator,
    able,
    teamOf,
    /** A team of one slot by role. */
    roleTeam: (role: Role, scope: 'visible' | 'members' = 'visible') => teamOf([{ id: 'do', role }], scope),
    start,
    written,
    /** A start that must be refused and write nothing. */
    refused: async (teamId: string, more: object = {}) => {
      const before = await written();
      const { status, error } = await start(teamId, more);
      expect(await written()).toBe(before);
      return { status, ...error };
    },
    resolve: async (teamId: string, more: object = {}) =>
      (await operator.query<TeamResolved>('team.resolve', { id: teamId, projectId: org.projectId, ...more }))
        .data,
    ada: await able('Ada', { skills: ['law', 'sums'] }),
    bo: await able('Bo', { skills: ['law'], capabilities: { web_access: false } }),
    hidden: await able('Cy', { skills: ['law', 'chess'], unitId: right.id }),
  };
}
