import { isReady } from '@/server/db/ready';

export const dynamic = 'force-dynamic';

/** May this process be sent requests? 503 while the database does not answer. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  const headers = { 'cache-control': 'no-store', ...(ready ? {} : { 'retry-after': '1' }) };
  return Response.json({ status: ready ? 'ready' : 'unavailable' }, { status: ready ? 200 : 503, headers });
}
