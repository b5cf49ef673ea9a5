import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { answerLimited } from '@/server/auth/endpoint';
import { authOptions } from '@/server/auth/options';

export const dynamic = 'force-dynamic';

type Parameters = { params: Promise<{ nextauth: string[] }> };

const answer = (request: Request, context: Parameters): Promise<Response> =>
  NextAuth(authOptions())(request, context);

const answerPost = (request: Request, context: Parameters): Promise<Response> =>
  answerLimited(request, (body) => {
    const headers = new Headers(request.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');
    return answer(new NextRequest(request.url, { method: 'POST', headers, body }), context);
  });

export { answer as GET, answerPost as POST };
