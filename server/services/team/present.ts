import type { TeamView } from '@domain/team/view';
import type { Tx } from '../../db/tenant';
import type { Ctx } from '../context';
import { readVersion } from '../version/read';
import { readMembers } from './members';
import type { TeamRow } from './open';
import { summarise } from './summarise';

const SHOWN_MEMBERS = 100;

/** A stored team as its page shows it: card, first members, version in force. */
export async function toTeam(tx: Tx, ctx: Ctx, team: TeamRow): Promise<TeamView> {
  const [summary] = await summarise(tx, ctx, [team]);
  const { items: members } = await readMembers(tx, ctx, team.id, { limit: SHOWN_MEMBERS });
  const current = team.currentVersion === null ? null : await readVersion(tx, team, team.currentVersion);
  return { ...summary!, members, current };
}

/** What the audit keeps of a card. */
export const cardOf = (team: TeamRow) => ({
  slug: team.slug,
  name: team.name,
  description: team.description,
  icon: team.icon,
  color: team.color,
  hubAgentId: team.hubAgentId,
  unitId: team.unitId,
});
