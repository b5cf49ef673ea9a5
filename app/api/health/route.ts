export const dynamic = 'force-dynamic';

/** The process answers; says nothing about what it depends on. */
export const GET = (): Response =>
  Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
