import type { SessionOfRequest } from '../auth/session';

/** What is known of a request before any procedure runs; made by the HTTP edge, by server components and by tests. */
export type ApiContext = {
  session: SessionOfRequest | null;
  /** Trace id of the request, in the log, the audit row and every error body. */
  requestId: string;
  /** Address of the client behind the trusted proxies. */
  ip: string;
  userAgent: string | null;
  /** Headers of the answer: a procedure that renews the session sets its cookie here. */
  resHeaders: Headers;
};

export const createContext = (
  from: Pick<ApiContext, 'session' | 'requestId'> & Partial<ApiContext>,
): ApiContext => ({ ip: '0.0.0.0', userAgent: null, resHeaders: new Headers(), ...from });
