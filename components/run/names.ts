/** Names to show for the ids in a run's facts; an id without a name is shown as itself, shortened. */
export type Names = {
  agents: Record<string, string>;
  people: Record<string, string>;
};

export const shortId = (id: string): string => id.slice(-6);
export const agentName = (names: Names, id: string): string => names.agents[id] ?? shortId(id);
export const personName = (names: Names, id: string | undefined): string | null =>
  id ? (names.people[id] ?? shortId(id)) : null;
