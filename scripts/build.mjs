import { command } from './prepare.mjs';

command('scripts/start/build.ts');
