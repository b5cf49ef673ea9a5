/**
 * What a tool answers whose result comes later: the step waits without a worker, and what comes becomes the result.
 * `question`: a person's words. `children`: what delegated steps deliver.
 */
export class Later {
  constructor(readonly on: { kind: 'question'; question: string } | { kind: 'children' }) {}
}
