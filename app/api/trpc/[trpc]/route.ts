import { answerTrpc } from '@/server/trpc/http';

export const dynamic = 'force-dynamic';

const answer = (request: Request): Promise<Response> => answerTrpc(request);

// Next would answer OPTIONS by itself, and HEAD with what GET says.
export { answer as GET, answer as HEAD, answer as OPTIONS, answer as POST };
