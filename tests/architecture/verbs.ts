import { type Source, withoutComments } from './sources';

const MODEL_WRITE =
  /\b(?:tx|client|appClient\(\)|authClient\(\))\s*\.\w+\s*\.(?:create|update|upsert|delete)(?:Many)?(?:AndReturn)?\(/;
const SQL_WRITE = /\$executeRaw(?:Unsafe)?\b(?!`\s*SELECT pg_advisory_xact_lock)/;
const RUN_WRITE = /\bappendToRun\(/;

type Service = {
  path: string;
  /** Exported functions; all of a part take the caller's transaction first. */
  functions: string[];
  isPart: boolean;
  calls: (name: string) => boolean;
  /** Its first line says why the rule does not hold. */
  excused: boolean;
  writes: boolean;
  authorises: boolean;
  audits: boolean;
};

function read({ path, text }: Source): Service {
  const code = withoutComments(text);
  const signatures = [...code.matchAll(/export (?:async )?function (\w+)(?:<[^>]*>)?\(([^)]*)\)/g)];
  const isPart = signatures.length > 0 && signatures.every((match) => /^\s*tx\b/.test(match[2] ?? ''));
  const takesPermission = signatures.some((match) => /:\s*Permission\b/.test(match[2] ?? ''));
  return {
    path,
    functions: signatures.map((match) => match[1] ?? ''),
    isPart,
    calls: (name) => new RegExp(`\\b${name}\\(`).test(code),
    excused: /^\/\/ .{20,}/.test(text),
    writes: [MODEL_WRITE, SQL_WRITE, RUN_WRITE].some((pattern) => pattern.test(code)),
    // A part that checks one fixed permission checks something beside the verb's own.
    authorises: /\bauthorize\(/.test(code) && (!isPart || takesPermission),
    audits: /\baudit\(/.test(code),
  };
}

/**
 * Verbs that write without authorising and auditing, by themselves or through the parts that they call, and whose
 * first line does not say why. A part, whose functions take the caller's `tx`, is its callers' to answer for.
 */
export function silentWriters(sources: Source[]): string[] {
  const services = sources.map(read);
  const parts = services.filter(
    (service) => service.isPart && service.path !== 'server/services/authorize.ts',
  );
  for (let grew = true; grew; ) {
    grew = false;
    for (const service of services) {
      for (const part of parts) {
        if (part === service || !part.functions.some(service.calls)) continue;
        for (const trait of ['writes', 'authorises', 'audits'] as const) {
          if (!part[trait] || service[trait] || (trait === 'writes' && part.excused)) continue;
          service[trait] = true;
          grew = true;
        }
      }
    }
  }
  return services.flatMap(({ path, isPart, excused, writes, authorises, audits }) => {
    if (!writes || isPart || excused) return [];
    const missing = [...(authorises ? [] : ['authorize']), ...(audits ? [] : ['audit'])];
    return missing.length > 0 ? [`${path}:1: writes without ${missing.join(' and ')}`] : [];
  });
}
