import { command } from './prepare.mjs';

command('scripts/db/seed.ts');
