import type { TeamDetectJob } from '../../server/queue/jobs';
import { detectProposals } from '../../server/services/evolution/detect';

/** The engine itself asks; a team that was deleted meanwhile ends it in the log. */
export const teamDetect = async ({ orgId, teamId, runId }: TeamDetectJob): Promise<void> => {
  await detectProposals({ orgId, actor: { kind: 'system' }, requestId: `detect-${runId}` }, { id: teamId });
};
