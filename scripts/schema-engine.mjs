#!/usr/bin/env node
// Drop-in for Prisma's native `schema-engine` binary: speaks the same JSON-RPC over stdio,
// backed by Prisma's own WASM schema engine + the pg driver adapter. No download needed.
// Use: PRISMA_SCHEMA_ENGINE_BINARY=/abs/path/schema-engine.mjs prisma migrate ...
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const require = createRequire(import.meta.url);
const argv = process.argv.slice(2);
const values = (flag) => argv.flatMap((a, i) => (a === flag ? [argv[i + 1]] : []));
const datasource = JSON.parse(values('--datasource')[0] ?? '{}');
const datamodels = values('--datamodels').map((p) => [p, readFileSync(p, 'utf8')]);

if (argv.includes('--version')) {
  console.log(`schema-engine-cli ${require('@prisma/engines-version').enginesVersion} (wasm shim)`);
  process.exit(0);
}

const log = (level, fields) =>
  process.stderr.write(
    JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' }) +
      '\n',
  );

// ---- `cli can-connect-to-database | create-database | drop-database`
async function asAdmin(fn) {
  const url = new URL(datasource.url);
  const name = decodeURIComponent(url.pathname.slice(1));
  url.pathname = '/postgres';
  const c = new pg.Client({ connectionString: url.href });
  await c.connect();
  try {
    return await fn(c, name, c.escapeIdentifier(name));
  } finally {
    await c.end();
  }
}
const createDatabase = () => asAdmin((c, name, id) => c.query(`CREATE DATABASE ${id}`).then(() => name));
const PG_CODES = {
  '3D000': 'P1003',
  '28P01': 'P1000',
  28000: 'P1000',
  '42P04': 'P1009',
  ECONNREFUSED: 'P1001',
  ENOTFOUND: 'P1001',
};
if (argv.includes('cli')) {
  const cmd = argv[argv.indexOf('cli') + 1];
  log('INFO', { message: `Starting schema engine CLI (wasm shim)`, git_hash: '' });
  try {
    if (cmd === 'can-connect-to-database') {
      const c = new pg.Client({ connectionString: datasource.url });
      await c.connect();
      await c.end();
    } else if (cmd === 'create-database') await createDatabase();
    else if (cmd === 'drop-database') await asAdmin((c, _n, id) => c.query(`DROP DATABASE IF EXISTS ${id}`));
    else throw new Error(`unknown command ${cmd}`);
    log('INFO', { message: 'ok' });
    process.exit(0);
  } catch (e) {
    log('ERROR', { is_panic: false, error_code: PG_CODES[e.code] ?? 'P1010', message: e.message });
    process.exit(1);
  }
}

// ---- JSON-RPC
let panic = '';
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message: (m) => {
    panic = m;
    log('ERROR', { is_panic: true, message: m });
  },
};
let enginePromise;
async function loadEngine() {
  const bg = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const wasmPath = require
    .resolve('@prisma/schema-engine-wasm')
    .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), { './schema_engine_bg.js': bg });
  bg.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const factory = bindMigrationAwareSqlAdapterFactory(datasource.url ? pgFactory() : stubFactory());
  return {
    engine: await bg.SchemaEngine.new(
      { datamodels: datamodels.length ? datamodels : undefined },
      (m) => log('INFO', { message: String(m) }),
      factory,
    ),
    errors: factory.errorRegistry,
  };
}

const shadows = new Set(); // dropped at the latest when the engine stops
/** A PrismaPg connection, mended for the three places where it differs from the native engine. */
async function connect(connectionString, cleanup = async () => {}) {
  const pool = new pg.Pool({ connectionString, max: 2 });
  const schema = new URL(connectionString).searchParams.get('schema') ?? undefined;
  const adapter = await new PrismaPg(pool, { schema }).connect();
  // 1. the catalog type "char" (oid 18: pg_constraint.contype &c.) has no mapping in the adapter
  const { queryRaw, performIO } = adapter;
  adapter.queryRaw = async (q) => {
    let chars = [];
    const view = Object.create(adapter, {
      performIO: {
        value: async (x) => {
          const res = await performIO.call(adapter, x);
          chars = res.fields.flatMap((f, i) => (f.dataTypeID === 18 ? [i] : []));
          for (const i of chars) res.fields[i].dataTypeID = 25;
          return res;
        },
      },
    });
    const res = await queryRaw.call(view, q);
    for (const i of chars) res.columnTypes[i] = ColumnTypeEnum.Character;
    return res;
  };
  // 2. the adapter splits scripts at every ';', which breaks $$ bodies and literals: send the script whole (simple protocol)
  adapter.executeScript = async (sql) => {
    try {
      await pool.query(sql);
    } catch (e) {
      adapter.onError(e);
    }
  };
  adapter.dispose = async () => {
    await pool.end();
    await cleanup();
  };
  return adapter;
}
function pgFactory() {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(datasource.url),
    // 3. a shadow database of its own (PrismaPg lets the connection string win over `database`, so it would reuse the real one)
    connectToShadowDb: async () => {
      if (datasource.shadowDatabaseUrl) {
        // must be empty: the native engine resets it as well
        const shadow = await connect(datasource.shadowDatabaseUrl);
        await shadow.executeScript('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public;');
        return shadow;
      }
      const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
      await asAdmin((c) => c.query(`CREATE DATABASE "${name}"`));
      const drop = () => {
        shadows.delete(drop);
        return asAdmin((c) => c.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
      };
      shadows.add(drop);
      const url = new URL(datasource.url);
      url.pathname = `/${name}`;
      return connect(url.href, drop);
    },
  };
}
/** Without a datasource (a pure schema -> SQL diff) a connection that answers every query with no rows is enough. */
function stubFactory() {
  const stub = {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
    executeRaw: async () => 0,
    executeScript: async () => {},
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: async () => {},
    startTransaction: async () => {
      throw new Error('no datasource url');
    },
  };
  return {
    provider: 'postgres',
    adapterName: stub.adapterName,
    connect: async () => stub,
    connectToShadowDb: async () => stub,
  };
}
const rpc = {
  getDatabaseVersion: async (p) => (await engine()).version(p),
  createDatabase: async () => ({ databaseName: await createDatabase() }),
  getDatabaseDescription: async () => '',
};
const engine = async () => {
  enginePromise ??= loadEngine();
  return (await enginePromise).engine;
};

const send = (m) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...m })}\n`);
let queue = Promise.resolve();
createInterface({ input: process.stdin, crlfDelay: Infinity })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (!method) return; // answer to `print`
    queue = queue.then(async () => {
      try {
        const result = await (rpc[method] ? rpc[method](params) : (await engine())[method](params ?? {}));
        if (method === 'diff' && result?.stdout != null)
          send({ id: 0, method: 'print', params: { content: result.stdout.replace(/\n$/, '') } });
        send({ id, result: result ?? null });
      } catch (err) {
        const e = (await enginePromise?.catch(() => null))?.errors?.lookupError?.(err)?.error ?? err;
        if (process.env.DEBUG?.includes('schema')) console.error(e);
        const is_panic = e instanceof WebAssembly.RuntimeError;
        send({
          id,
          error: {
            code: 4466,
            message: 'An error happened. Check the data field for details.',
            data: {
              is_panic,
              message: panic || String(e?.message ?? e),
              error_code: e?.code ?? null,
              meta: e?.meta ?? null,
            },
          },
        });
      }
    });
  })
  .on('close', () =>
    queue.then(() => Promise.allSettled([...shadows].map((drop) => drop()))).finally(() => process.exit(0)),
  );
