/** A goal's first line, without the signs of a Markdown heading, and what follows it. */
export function splitGoal(goal: string): { title: string; rest: string } {
  const [first = '', ...more] = goal.trim().split('\n');
  return { title: first.replace(/^#+\s+/, '').trim(), rest: more.join('\n').trim() };
}
