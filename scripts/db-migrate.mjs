import { command } from './prepare.mjs';

command('scripts/db/migrate.ts');
