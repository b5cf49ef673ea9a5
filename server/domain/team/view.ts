import { z } from 'zod';
import { AgentBadge, UnitBadge } from '../agent/view';
import { Id } from '../ids';
import { RunStatus } from '../run/fact';
import { VersionView } from './version-view';

/** What a list and a page show of the card itself. */
const Card = z.strictObject({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  color: z.string(),
});

/** A team in a list. What its viewer may not see is left out: a hub beside their line is null. */
export const TeamSummary = Card.extend({
  /** Null: the whole organization. */
  unit: UnitBadge.nullable(),
  hub: AgentBadge.nullable(),
  memberCount: z.int(),
  /** The applied version; null before the first apply. */
  currentVersion: z.int().nullable(),
  /** The newest run whose project the viewer may see. */
  lastRun: z.strictObject({ id: Id, status: RunStatus, at: z.iso.datetime() }).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type TeamSummary = z.infer<typeof TeamSummary>;

export const MemberRole = z.enum(['hub', 'member']);

/** A member with what the directory of the team says about it. */
export const TeamMember = AgentBadge.extend({
  memberRole: MemberRole,
  expertise: z.string(),
  model: z.string(),
  joinedAt: z.iso.datetime(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A team's page: its card, the first 100 members (the hub first), the version in force with its manifest. */
export const TeamView = TeamSummary.extend({
  members: z.array(TeamMember),
  current: VersionView.nullable(),
});
export type TeamView = z.infer<typeof TeamView>;
