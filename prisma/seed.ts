import { postSignUp } from '../server/auth/sign-up';
import { authClient, closeClients } from '../server/db/client';
import { newId } from '../server/db/ids';
import { closePools } from '../server/db/pools';
import { AgentCreate } from '../server/domain/agent/form';
import { DomainError } from '../server/domain/errors';
import { Page } from '../server/domain/page';
import { TeamCreate } from '../server/domain/team/team-form';
import { templateOf } from '../server/domain/team/templates';
import { createAgent } from '../server/services/agent/create';
import { listAgents } from '../server/services/agent/list';
import type { Ctx } from '../server/services/context';
import { createOrganization } from '../server/services/organization/create';
import { listMyOrganizations } from '../server/services/organization/list-mine';
import { resolveOrganization } from '../server/services/organization/resolve';
import { createTeam } from '../server/services/team/create';

/** The person to make, and the address that the sign-in route takes for its own. */
export type SeedOptions = { email: string; password: string; url: string };

const AGENTS = [
  {
    slug: 'delia',
    name: 'Delia',
    role: 'Delivers what the goal asks for',
    character: 'Practical and brief. Delivers something that can be used at once.',
    expertise: 'Writing, structuring and finishing documents, plans and code.',
  },
  {
    slug: 'quentin',
    name: 'Quentin',
    role: 'Checks deliveries against the goal',
    character: 'Friendly and strict. Names what is missing, and what would have to change.',
    expertise: 'Reviewing, testing, spotting what was promised and not delivered.',
  },
];

/** The demo: a person with an organization, two agents and the team "Delivery + QA gate" with its version in force. */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const userId = (await personId(options.email)) ?? (await signUp(options));
  const ctx = await organizationOf(userId);
  const agentIds: string[] = [];
  for (const agent of AGENTS) agentIds.push(await agentId(ctx, agent));
  const template = templateOf('delivery_qa_gate');
  await unlessTaken(() =>
    createTeam(
      ctx,
      TeamCreate.parse({
        name: template.title,
        slug: 'delivery-qa-gate',
        description: template.description,
        icon: 'shield-check',
        manifest: template.build(agentIds),
        origin: 'template',
        apply: true,
      }),
    ),
  );
}

async function personId(email: string): Promise<string | undefined> {
  return (await authClient().user.findUnique({ where: { email }, select: { id: true } }))?.id;
}

/** By the product's own route, so that nothing of a sign-up is left out. */
async function signUp({ email, password, url }: SeedOptions): Promise<string> {
  const request = new Request(`${url}/api/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({ email, password, name: 'Demo', organization: 'Demo' }),
  });
  const response = await postSignUp(request, createOrganization);
  const id = await personId(email);
  if (!response.ok || !id) throw new Error(`The demo user could not sign up: ${await response.text()}`);
  return id;
}

async function organizationOf(userId: string): Promise<Ctx> {
  const who = { userId, requestId: newId() };
  const { items } = await listMyOrganizations(userId, Page.parse({ limit: 1 }));
  const { slug } = items[0] ?? (await createOrganization(who, { name: 'Demo' }));
  return resolveOrganization(slug, who);
}

async function agentId(ctx: Ctx, agent: (typeof AGENTS)[number]): Promise<string> {
  const { items } = await listAgents(ctx, Page.parse({ limit: 100 }));
  const found = items.find(({ slug }) => slug === agent.slug);
  if (found) return found.id;
  const model = items.find(({ isDefaultHub }) => isDefaultHub) ?? items[0];
  if (!model) throw new Error('The demo organization has no agent to take the model from');
  const { provider, model: name } = model;
  return (await createAgent(ctx, AgentCreate.parse({ ...agent, providerId: provider.id, model: name }))).id;
}

/** What an earlier run of the seed made stays as it is. */
async function unlessTaken(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'slug_taken') throw error;
  }
}

export async function closeAll(): Promise<void> {
  await closeClients();
  await closePools();
}

if (process.argv[1]?.endsWith('seed.ts')) {
  const {
    TROUPE_DEMO_EMAIL: email = '',
    TROUPE_DEMO_PASSWORD: password = '',
    TROUPE_URL: url = '',
  } = process.env;
  await seedDemo({ email, password, url });
  await closeAll();
}
