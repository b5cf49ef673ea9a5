import type { Provider, ProviderKind } from '@domain/provider/provider';

/** Prices are kept as they are typed, in dollars per million tokens. */
export type ModelDraft = { key: string; name: string; input: string; output: string };
export type ProviderDraft = {
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  apiKey: string;
  models: ModelDraft[];
};

const KINDS_WITH_ADDRESS: ReadonlySet<ProviderKind> = new Set<ProviderKind>([
  'openai_compatible',
  'openai',
  'anthropic',
]);
export const hasAddress = (kind: ProviderKind): boolean => KINDS_WITH_ADDRESS.has(kind);

let made = 0;
export const newModel = (from: Partial<ModelDraft> = {}): ModelDraft => {
  made += 1;
  return { key: `model-${made}`, name: '', input: '', output: '', ...from };
};

export const emptyProvider = (): ProviderDraft => ({
  kind: 'openai_compatible',
  name: '',
  baseUrl: '',
  apiKey: '',
  models: [newModel()],
});

export const draftOf = (provider: Provider): ProviderDraft => ({
  kind: provider.kind,
  name: provider.name,
  baseUrl: provider.baseUrl ?? '',
  apiKey: '',
  models: provider.models.map(({ name, price }) =>
    newModel({
      name,
      input: price ? String(price.inputPerMillion / 1_000_000) : '',
      output: price ? String(price.outputPerMillion / 1_000_000) : '',
    }),
  ),
});

/** Micro-dollars of a typed amount; null when it is no amount. */
export function microsOf(typed: string): number | null {
  const value = typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'));
  return Number.isFinite(value) && value >= 0 ? Math.round(value * 1_000_000) : null;
}
