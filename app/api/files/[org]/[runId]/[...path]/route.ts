import { answerDownload, type FileAddress } from '@/server/trpc/files-http';

export const dynamic = 'force-dynamic';

export const GET = async (
  request: Request,
  { params }: { params: Promise<FileAddress> },
): Promise<Response> => answerDownload(request, await params);
