export { type FakeChild, fakeOpenAIChild } from './child';
export { type FakeOpenAI, type FakeOptions, fakeOpenAI } from './server';
export type { Call, Counts, Fault, Match, Reply, Rule } from './types';
