import { NoArgs } from '@domain/agent/tools';
import { registerTool } from './registry';

const NO_TEAM = 'You do not work for a team here.';

/** Registers what members of a team can ask about it. Called once, when this module is loaded. */
registerTool({
  name: 'list_team_members',
  kind: 'pure',
  scope: 'team',
  description: 'Lists the members of your team: name, place (hub or member), role, expertise.',
  input: NoArgs,
  run: async (ctx) => {
    const members = await ctx.roster();
    return members === null ? NO_TEAM : { members };
  },
});

registerTool({
  name: 'get_team_info',
  kind: 'pure',
  scope: 'team',
  description:
    'Tells about your team: name, purpose, hub, number of members, version and protocol of this run.',
  input: NoArgs,
  run: async (ctx) => (await ctx.team()) ?? NO_TEAM,
});
