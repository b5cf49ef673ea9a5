import { ask, type ErrorData, send, withoutTrace } from './requests';

export type Answered<T = Record<string, unknown>> = {
  status: number;
  data: T;
  error: ErrorData;
  /** The whole body, its trace id left out, for comparing answers byte by byte. */
  bytes: string;
  ms: number;
};

/** Calls procedures of one organization over HTTP as whoever the cookie belongs to. */
export function proceduresOf(org: string, cookie: string) {
  const call = async <T>(work: () => Promise<Response>): Promise<Answered<T>> => {
    const started = performance.now();
    const response = await work();
    const text = await response.text();
    const ms = performance.now() - started;
    const body = JSON.parse(text) as { result?: { data: T }; error?: { data: ErrorData } };
    return {
      status: response.status,
      data: body.result?.data as T,
      error: body.error?.data as ErrorData,
      bytes: withoutTrace(text),
      ms,
    };
  };
  return {
    query: <T = Record<string, unknown>>(path: string, input: object = {}) =>
      call<T>(() => ask(path, { org, ...input }, { cookie })),
    mutate: <T = Record<string, unknown>>(path: string, input: object = {}) =>
      call<T>(() => send(path, { org, ...input }, { cookie })),
    /** A mutation whose body is sent as it is. */
    raw: <T = Record<string, unknown>>(path: string, body: string) =>
      call<T>(() => send(path, body, { cookie })),
  };
}
