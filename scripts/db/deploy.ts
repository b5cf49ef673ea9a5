import { migrate } from '../migrate';
import { openRoles, passwordsOf } from '../start/roles';

/**
 * The migration step of a deployment: applies what is pending on DATABASE_URL, then sets the roles' passwords to
 * those of the TROUPE_*_DATABASE_URL that are set. Needs no development dependency; repeatable.
 */
export async function deploy(env: Record<string, string | undefined>): Promise<string[]> {
  const url = env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set');
  const applied = await migrate(url);
  await openRoles(url, passwordsOf(env));
  return applied;
}

if (process.argv[1]?.endsWith('deploy.ts')) {
  const applied = await deploy(process.env);
  console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
}
