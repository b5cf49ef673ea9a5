import NextAuth from 'next-auth';
import { authOptions } from '@/server/auth/options';

export const dynamic = 'force-dynamic';

type Parameters = { params: Promise<{ nextauth: string[] }> };

const answer = (request: Request, context: Parameters): Promise<Response> =>
  NextAuth(authOptions())(request, context);

export { answer as GET, answer as POST };
