import { z } from 'zod';
import { Id } from '../ids';
import { ModelPrice } from '../money';
import { line } from '../text';

export const PROVIDER_KINDS = ['openai_compatible', 'openai', 'anthropic', 'demo'] as const;
export const ProviderKind = z.enum(PROVIDER_KINDS);
export type ProviderKind = z.infer<typeof ProviderKind>;

const MAX_MODELS = 100;

const ModelName = line(200);
const BaseUrl = z.url().max(2_000);
/** A key never has spaces or line breaks: one that was pasted with them is cut to what counts. */
const ApiKey = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .regex(/^[\x21-\x7e]+$/);

/** A model that a connection offers, with its price in micro-dollars per million tokens; 0 is allowed. */
export const OfferedModel = z.strictObject({ name: ModelName, price: ModelPrice });
export type OfferedModel = z.infer<typeof OfferedModel>;

const OfferedModels = z
  .array(OfferedModel)
  .min(1)
  .max(MAX_MODELS)
  .refine(
    (models) => new Set(models.map(({ name }) => name)).size === models.length,
    'A model is listed twice',
  );

/** What a person fills in. `baseUrl` is needed for `openai_compatible`; the demo takes neither address nor key. */
export const ProviderCreate = z.strictObject({
  kind: ProviderKind,
  name: line(80),
  baseUrl: BaseUrl.nullable().default(null),
  apiKey: ApiKey.optional(),
  models: OfferedModels,
  unitId: Id.nullable().default(null),
});
export type ProviderCreate = z.infer<typeof ProviderCreate>;

/** What an edit may change. Without `apiKey` the stored one is kept, null takes it away; kind and unit stay. */
export const ProviderUpdate = z.strictObject({
  name: line(80).optional(),
  baseUrl: BaseUrl.nullable().optional(),
  apiKey: ApiKey.nullable().optional(),
  models: OfferedModels.optional(),
});
export type ProviderUpdate = z.infer<typeof ProviderUpdate>;

/** A connection as the outside sees it: of the key only that there is one. */
export const Provider = z.strictObject({
  id: Id,
  kind: ProviderKind,
  name: z.string(),
  baseUrl: z.string().nullable(),
  hasKey: z.boolean(),
  /** `price` null: unpriced. */
  models: z.array(z.strictObject({ name: z.string(), price: ModelPrice.nullable() })),
  unitId: Id.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Provider = z.infer<typeof Provider>;

/** What became of a tiny call. `reason` is the model port's word for the failure. */
export const ProviderTest = z.strictObject({
  ok: z.boolean(),
  model: z.string(),
  latencyMs: z.int(),
  /** What the server says it offers; null when it does not say. */
  models: z.array(z.string()).nullable(),
  error: z.strictObject({ reason: z.string(), message: z.string() }).nullable(),
});
export type ProviderTest = z.infer<typeof ProviderTest>;
