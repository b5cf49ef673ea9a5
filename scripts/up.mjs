import { command } from './prepare.mjs';

command('scripts/start/up.ts');
