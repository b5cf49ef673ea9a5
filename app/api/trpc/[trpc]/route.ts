import { answerTrpc } from '@/server/trpc/http';

export const dynamic = 'force-dynamic';

const answer = (request: Request): Promise<Response> => answerTrpc(request);

export { answer as GET, answer as HEAD, answer as POST };
