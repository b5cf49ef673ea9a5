/** Asks until the answer is yes; the deadline only turns a hang into a failure. Milliseconds. */
export async function until(ask: () => Promise<boolean>, deadlineMs = 30_000, everyMs = 40): Promise<void> {
  const last = Date.now() + deadlineMs;
  while (!(await ask())) {
    if (Date.now() > last) throw new Error(`not so after ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Whether it comes true within the time: for controls, which must show that it does not. */
export async function comesTrue(ask: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  try {
    await until(ask, withinMs);
    return true;
  } catch {
    return false;
  }
}
