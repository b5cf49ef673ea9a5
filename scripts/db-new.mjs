import { command } from './prepare.mjs';

command('scripts/db/new.ts');
