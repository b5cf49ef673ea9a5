import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client';
import { appPool, authPool } from './pools';

let app: PrismaClient | undefined;
let auth: PrismaClient | undefined;

/** Prisma as the application's role. Verbs never use it directly: they go through `tenantTx`. */
export const appClient = (): PrismaClient => {
  app ??= new PrismaClient({ adapter: new PrismaPg(appPool()) });
  return app;
};

/** Prisma as the auth role: users, credentials, accounts, sessions. */
export const authClient = (): PrismaClient => {
  auth ??= new PrismaClient({ adapter: new PrismaPg(authPool()) });
  return auth;
};

export async function closeClients(): Promise<void> {
  await Promise.all([app?.$disconnect(), auth?.$disconnect()]);
  app = undefined;
  auth = undefined;
}
