import { TeamCreate } from '@domain/team/team-form';
import { VersionPropose } from '@domain/team/version-form';
import type { Ctx } from '../../../server/services/context';
import { createTeam } from '../../../server/services/team/create';
import { applyVersion } from '../../../server/services/version/apply';
import { proposeVersion } from '../../../server/services/version/propose';
import { rejectVersion } from '../../../server/services/version/reject';
import type { TestDatabase } from '../../support/database';
import { pipeline } from '../../support/manifests';
import { addPerson, makeOrg } from '../../support/tenants';

/** An organization whose owner makes and decides, and whose builder proposes. */
export async function stage(db: TestDatabase) {
  const org = await makeOrg(db);
  const builder = await addPerson(db, org, 'builder');
  return {
    org,
    builder,
    make: async (patch: Partial<TeamCreate> = {}) =>
      (await createTeam(org.owner, TeamCreate.parse({ name: 'Versioned', ...patch }))).id,
    propose: (teamId: string, patch: Partial<VersionPropose> = {}, who: Ctx = builder) =>
      proposeVersion(who, VersionPropose.parse({ teamId, manifest: pipeline(org.agentId), ...patch })),
    apply: (teamId: string, version: number, who: Ctx = org.owner) =>
      applyVersion(who, { teamId, version, note: '' }),
    reject: (teamId: string, version: number, who: Ctx = org.owner) =>
      rejectVersion(who, { teamId, version, reason: 'Too short' }),
  };
}
