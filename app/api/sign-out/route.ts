import { postSignOut } from '@/server/auth/sign-out';

export const dynamic = 'force-dynamic';

export const POST = (request: Request): Promise<Response> => postSignOut(request);
