import { dataHome } from '../postgres/home';
import { loadEnvFile } from './env-file';
import { requirePort } from './port';
import { requireRedis } from './require-redis';
import { sole } from './sole';
import { type WebAddress, webAddress, webVariables } from './web-address';
import { requireVariables } from './wrong-variables';

export type Cleared = {
  address: WebAddress;
  /** Lets another command use the data folder. */
  letGo: () => void;
};

/**
 * What `npm run up` and `npm run dev` check before anything starts: the settings of the processes, the data folder,
 * the port, Redis where one is given. @throws PlainError
 */
export async function preflight(script: 'up' | 'dev', mode: 'production' | 'development'): Promise<Cleared> {
  loadEnvFile();
  const address = webAddress(process.env);
  requireVariables({ ...process.env, ...webVariables(address, process.env), NODE_ENV: mode });
  const letGo = sole(dataHome(), 'server');
  try {
    await requirePort(address.port, address.host, script);
    if (process.env.REDIS_URL) await requireRedis(process.env.REDIS_URL);
  } catch (error) {
    letGo();
    throw error;
  }
  return { address, letGo };
}
