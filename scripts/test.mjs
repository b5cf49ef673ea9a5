import { command } from './prepare.mjs';

command('scripts/test/run.ts');
