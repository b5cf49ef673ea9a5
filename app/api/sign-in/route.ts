import { postSignIn } from '@/server/auth/sign-in';

export const dynamic = 'force-dynamic';

export const POST = (request: Request): Promise<Response> => postSignIn(request);
