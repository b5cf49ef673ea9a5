import { command } from './prepare.mjs';

command('scripts/start/dev.ts');
