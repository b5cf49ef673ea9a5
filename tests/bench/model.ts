/** About 1 KB, different for each step so that nothing is stored once for all. */
export function stepText(step: number): string {
  return `Result of step ${step}. `.padEnd(1_024, 'The quick brown fox jumps over the lazy dog. ');
}

export type Ask = (prompt: string, step: number) => Promise<string>;

/** The model that a peer's step calls; in process it takes no time at all. */
export function openModel(model: string): Ask {
  if (model === 'inprocess') return async (_prompt, step) => stepText(step);
  return async (prompt) => askOverHttp(model, prompt);
}

/** Streamed, as a product that shows its text while it grows does. */
async function askOverHttp(baseUrl: string, prompt: string): Promise<string> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content: prompt }] }),
  });
  if (!response.ok) throw new Error(`model server: ${response.status}`);
  let text = '';
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const chunk = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
    text += chunk.choices[0]?.delta.content ?? '';
  }
  return text;
}
