// Process-local: it says where to look; each claim re-checks its run's starter.
let made = false;

/** An organization that ran all that it may has room again: steps of it have rung in vain. */
export function noteRoom(): void {
  made = true;
}

/** Whether to look for such steps; asking takes the note away. */
export function takeRoom(): boolean {
  const was = made;
  made = false;
  return was;
}
