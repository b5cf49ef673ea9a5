import { agentIdsOf } from '@domain/team/manifest';
import { TEMPLATES, templateOf } from '@domain/team/templates';
import { canApply } from '@domain/team/version';
import { describe, expect, it } from 'vitest';
import english from '../../../messages/en.json';
import { agent, issuesOf } from './documents';

describe('a template', () => {
  it.each(TEMPLATES.map((each) => [each.title, each] as const))(
    '%s fills a form with a valid manifest',
    (_title, each) => {
      const manifest = each.build([agent(1), agent(2)]);
      expect(issuesOf(manifest)).toEqual([]);
      expect(manifest.slots.map((entry) => entry.title)).toEqual(each.slots.map((entry) => entry.title));
      expect(agentIdsOf(manifest)).toEqual([agent(1), agent(2)]);
      expect(() => each.build([])).toThrow(RangeError);
    },
  );

  it('of delivery has a review that is not the work', () => {
    const { slots, protocol } = templateOf('delivery_qa_gate').build([agent(1)]);
    expect(protocol.kind).toBe('review_gate');
    expect(slots.map((each) => each.review ?? false)).toEqual([false, false, true]);
  });

  it('of delivery has its work judged by an agent that did none of it, once there are two', () => {
    const agentsOf = (ids: string[]) =>
      templateOf('delivery_qa_gate')
        .build(ids)
        .slots.map(({ binding }) => binding.mode === 'fixed' && binding.agentId);
    expect(agentsOf([agent(1)])).toEqual([agent(1), agent(1), agent(1)]);
    expect(agentsOf([agent(1), agent(2)])).toEqual([agent(1), agent(1), agent(2)]);
    expect(agentsOf([1, 2, 3, 4].map(agent))).toEqual([agent(1), agent(2), agent(4)]);
  });

  it('of delivery says in the English form what it says in the domain', () => {
    const { title, description, slots } = templateOf('delivery_qa_gate');
    const words = slots.map(({ id, review: _, ...said }) => [id, said] as const);
    expect(english.template).toEqual({ title, text: description, slots: Object.fromEntries(words) });
  });
});

describe('a version', () => {
  it('is applied only as a draft made from what is in force', () => {
    expect(canApply({ status: 'draft', baseVersion: 3 }, 3)).toBe('ok');
    expect(canApply({ status: 'draft', baseVersion: null }, null)).toBe('ok');
    expect(canApply({ status: 'draft', baseVersion: 2 }, 3)).toBe('stale_base');
    expect(canApply({ status: 'draft', baseVersion: null }, 1)).toBe('stale_base');
    expect(canApply({ status: 'applied', baseVersion: 3 }, 3)).toBe('not_draft');
    expect(canApply({ status: 'rejected', baseVersion: 3 }, 3)).toBe('not_draft');
  });
});
