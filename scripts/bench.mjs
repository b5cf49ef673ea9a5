import { command } from './prepare.mjs';

command('tests/bench/run.ts');
