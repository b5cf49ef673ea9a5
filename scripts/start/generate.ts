import { join } from 'node:path';
import { runProgram } from './run-program';
import { fingerprint, once } from './stamp';

const INPUTS = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'];

/** Prisma's client in server/db/generated, made again only when the schema or Prisma changed. */
export const generateClient = (): Promise<boolean> =>
  once(join('server', 'db', 'generated', '.stamp'), fingerprint(INPUTS), () =>
    runProgram('prisma', ['generate'], 'generate the database client', {
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    }),
  );
