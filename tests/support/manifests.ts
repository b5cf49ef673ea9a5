/** The smallest manifests that become a version, as a form sends them: raw JSON, defaults left out. */
type Raw = Record<string, unknown>;

export const fixedSlot = (id: string, agentId: string, more: Raw = {}): Raw => ({
  id,
  title: id,
  responsibility: `Do ${id}`,
  contract: { text: `What ${id} delivers` },
  binding: { mode: 'fixed', agentId },
  ...more,
});

/** A pipeline with one slot per agent: `s1`, `s2`, … */
export const pipeline = (...agentIds: string[]): Raw => ({
  manifestVersion: 1,
  protocol: { kind: 'pipeline' },
  slots: agentIds.map((agentId, index) => fixedSlot(`s${index + 1}`, agentId)),
});

/** Someone works, someone else accepts or rejects. */
export const reviewGate = (workerId: string, reviewerId: string): Raw => ({
  manifestVersion: 1,
  protocol: { kind: 'review_gate' },
  slots: [fixedSlot('work', workerId), fixedSlot('review', reviewerId, { review: true })],
});
