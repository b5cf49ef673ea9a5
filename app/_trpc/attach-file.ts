/** What came of bringing a file; anything but the first is a refusal, and nothing was kept. */
export type Attached = 'attached' | 'tooLarge' | 'badType' | 'notAttached';

/** Brings a file to a run that has not ended, under its own name. */
export async function attachFile(org: string, runId: string, file: File): Promise<Attached> {
  const answer = await fetch(`/api/files/${org}/${runId}?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => null);
  if (answer?.ok) return 'attached';
  return answer?.status === 413 ? 'tooLarge' : answer?.status === 415 ? 'badType' : 'notAttached';
}
