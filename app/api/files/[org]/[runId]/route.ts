import { answerAttach, type FileAddress } from '@/server/trpc/files-http';

export const dynamic = 'force-dynamic';

export const POST = async (
  request: Request,
  { params }: { params: Promise<FileAddress> },
): Promise<Response> => answerAttach(request, await params);
