import { fixedSlot } from '../../support/manifests';
import type { Place } from './place';
import { procedures } from './procedure';
import type { Visitor } from './visitor';

type Row = { id: string; slug: string };
type Page<T> = { items: T[] };

export type ModelServer = { url: string; apiKey?: string };

/**
 * A pipeline whose agents think on the given model server (default: the demo model), made by the product's own
 * procedures; `approval` and `schema`: of slots by their titles.
 */
export async function makePipeline(
  place: Place,
  visitor: Visitor,
  org: string,
  {
    titles,
    model,
    approval = {},
    schema = {},
  }: {
    titles: string[];
    model?: ModelServer;
    approval?: Record<string, object>;
    schema?: Record<string, object>;
  },
): Promise<Row> {
  const { query, mutate } = procedures(place, visitor, org);
  const [demo] = (await query<Page<Row>>('provider.list')).items;
  const provider = model
    ? await mutate<Row>('provider.create', {
        kind: 'openai_compatible',
        name: 'Our model server',
        baseUrl: model.url,
        models: [{ name: 'fake', price: { inputPerMillion: 1_000_000, outputPerMillion: 2_000_000 } }],
      })
    : demo;
  const agent = await mutate<Row>('agent.create', {
    name: 'Robin',
    role: 'Does the work',
    providerId: provider?.id,
    model: model ? 'fake' : 'demo',
  });
  return mutate<Row>('team.create', {
    name: titles.join(', '),
    manifest: {
      manifestVersion: 1,
      protocol: { kind: 'pipeline' },
      slots: titles.map((title) =>
        fixedSlot(title.toLowerCase(), agent.id, {
          title,
          ...(approval[title] && { approval: approval[title] }),
          ...(schema[title] && { contract: { text: title, schema: schema[title] } }),
        }),
      ),
    },
    apply: true,
  });
}

/** Starts a run without the dialog. @returns its id. */
export async function startRun(
  place: Place,
  visitor: Visitor,
  org: string,
  { teamId, goal }: { teamId: string; goal: string },
): Promise<string> {
  const { query, mutate } = procedures(place, visitor, org);
  const [project] = (await query<Page<Row>>('project.list')).items;
  const input = { teamId, goal, projectId: project?.id, idempotencyKey: crypto.randomUUID() };
  return (await mutate<{ runId: string }>('run.start', input)).runId;
}
