import type { Place } from './place';
import type { Visitor } from './visitor';

type Answer<T> = { result?: { data: T }; error?: unknown };

/** Procedures of one organization as the visitor's own browser calls them: set-up that another journey walks. */
export function procedures(place: Place, { context }: Visitor, org: string) {
  const read = async <T>(path: string, body: string): Promise<T> => {
    const { result, error } = JSON.parse(body) as Answer<T>;
    if (!result) throw new Error(`${path}: ${JSON.stringify(error)}`);
    return result.data;
  };
  return {
    query: async <T>(path: string, input: object = {}): Promise<T> => {
      const asked = encodeURIComponent(JSON.stringify({ org, ...input }));
      return read(path, await (await context.request.get(`/api/trpc/${path}?input=${asked}`)).text());
    },
    mutate: async <T>(path: string, input: object = {}): Promise<T> => {
      const headers = { origin: place.url };
      const sent = context.request.post(`/api/trpc/${path}`, { data: { org, ...input }, headers });
      return read(path, await (await sent).text());
    },
  };
}
