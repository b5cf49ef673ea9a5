import { Id } from '@domain/ids';
import { templateOf } from '@domain/team/templates';
import { expect, it } from 'vitest';
import { checkManifest } from '../../server/domain/team/check-manifest';
import { agentIdsOf } from '../../server/domain/team/manifest';

const SMALL = '01a22fd7-5fab-7555-861a-3ac578fd6e21';

it('reads an id in capitals as the id that the database writes, so that both are found', () => {
  expect(Id.parse(SMALL.toUpperCase())).toBe(SMALL);
});

it('reads the agents of a manifest in the same way', () => {
  const document = templateOf('delivery_qa_gate').build([SMALL]);
  const shouted = JSON.parse(JSON.stringify(document).replaceAll(SMALL, SMALL.toUpperCase()));
  const { manifest } = checkManifest(shouted);
  expect(manifest && agentIdsOf(manifest)).toEqual([SMALL]);
});
