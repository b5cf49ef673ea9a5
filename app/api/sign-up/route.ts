import { postSignUp } from '@/server/auth/sign-up';
import { createOrganization } from '@/server/services/organization/create';

export const dynamic = 'force-dynamic';

export const POST = (request: Request): Promise<Response> => postSignUp(request, createOrganization);
