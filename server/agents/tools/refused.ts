import type { Refused as DelegationRefused } from '@domain/run/arrange';

/** Why a tool would not do what it was asked, as a stable word. */
export type Refusal =
  | 'bad_path'
  | 'no_such_file'
  | 'not_writable'
  | 'too_large'
  | 'no_room'
  | 'conflict'
  | 'too_many'
  | 'one_at_a_time'
  | DelegationRefused['reason'];

/** Thrown by a tool for what the model can do otherwise: told to it and counted, no failure of the tool. */
export class ToolRefused extends Error {
  constructor(
    readonly reason: Refusal,
    message: string,
  ) {
    super(message);
    this.name = 'ToolRefused';
  }
}
