import type { Import } from './imports';
import { layerOf } from './layers';
import { at, type Source } from './sources';

/** The breaches of the import rule in one file. Files outside the layers (scripts, tests, configuration) are free. */
export function breaches(source: Source, found: Import[]): string[] {
  const layer = layerOf(source.path);
  if (!layer) return [];
  return found.flatMap((one) => {
    const allowed = one.ours ? layer.own : layer.packages;
    if (one.ours && clientTakesServer(source.path, one)) {
      return [at(source, one.index, `imports ${one.target} for more than its types`)];
    }
    if (allowed.some((pattern) => pattern.test(one.target))) return [];
    return [at(source, one.index, `${layer.name} may not import ${one.target}`)];
  });
}

/** The browser's side knows the server's router as a type and the domain as code. */
function clientTakesServer(path: string, { target, typeOnly }: Import): boolean {
  const client = /^app\/_trpc\/(?!server)/.test(path);
  return client && !typeOnly && target.startsWith('server/') && !target.startsWith('server/domain/');
}

/** Cycles in a graph of files, each as the list of its files in the order of their imports. */
export function cycles(graph: Map<string, string[]>): string[][] {
  const state = new Map<string, 'open' | 'done'>();
  const trail: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    state.set(node, 'open');
    trail.push(node);
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === 'open') found.push([...trail.slice(trail.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    trail.pop();
    state.set(node, 'done');
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return found;
}
