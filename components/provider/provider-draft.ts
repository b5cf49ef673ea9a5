import type { Provider, ProviderKind } from '@domain/provider/provider';
import { typedDollars } from '../form/amount';

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
      input: price ? typedDollars(price.inputPerMillion) : '',
      output: price ? typedDollars(price.outputPerMillion) : '',
    }),
  ),
});
