import { answerTrpc, namesStream } from '@/server/trpc/http';
import { openStreamDoor } from '@/server/trpc/stream-door';

export const dynamic = 'force-dynamic';

openStreamDoor({ names: namesStream, answer: answerTrpc });

const answer = (request: Request): Promise<Response> => answerTrpc(request);

// Next would answer OPTIONS by itself, and HEAD with what GET says.
export { answer as GET, answer as HEAD, answer as OPTIONS, answer as POST };
