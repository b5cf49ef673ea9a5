import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** What the browser holds: 256 random bits. */
export const newSessionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the database holds: whoever reads the table cannot sign in with it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
