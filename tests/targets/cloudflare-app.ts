/** The shop for Workers, which have no SQLite file: its database is in memory. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startMiniflare, type TestMiniflare } from '../servers/miniflare.ts'
import { HOST, SENDER, startWorkerd, type TestWorkerd } from '../servers/workerd.ts'

const SHOP = new URL('../../playground/shop/', import.meta.url)

/** The part of the package `libsql` that the shop uses. */
const MEMORY_SQLITE = `import './sqlite-environment.ts'
// @ts-expect-error The package has no types for its build without WebAssembly.
import init from 'sql.js/dist/sql-asm.js'

const SQL = await init()

class Statement {
  constructor(statement, database) {
    this.statement = statement
    this.database = database
  }
  run(...values) {
    this.statement.run(values.map((value) => value ?? null))
    return { changes: this.database.getRowsModified() }
  }
  all(...values) {
    const rows = []
    this.statement.bind(values.map((value) => value ?? null))
    while (this.statement.step()) rows.push(this.statement.getAsObject())
    this.statement.reset()
    return rows
  }
  get(...values) {
    return this.all(...values)[0]
  }
}

export default class Database {
  database = new SQL.Database()
  statements = new Map()
  pragma() {}
  exec(sql) {
    this.database.exec(sql)
  }
  prepare(sql) {
    const known = this.statements.get(sql) ?? new Statement(this.database.prepare(sql), this.database)
    this.statements.set(sql, known)
    return known
  }
  transaction(work) {
    return {
      immediate: () => {
        this.database.exec('begin')
        try {
          const result = work()
          this.database.exec('commit')
          return result
        } catch (error) {
          this.database.exec('rollback')
          throw error
        }
      },
    }
  }
}
`

/** Counts in memory, because a Worker has no files: the test has one isolate. */
const LATER = `import { setTimeout as pause } from 'node:timers/promises'
import type { EndpointEvent } from '@fw/runtime/h3'

let finished = 0

export const GET = () => ({ finished })

export function POST(event: EndpointEvent) {
  event.waitUntil(pause(300).then(() => void finished++))
  return new Response(null, { status: 202 })
}
`

/** Files in place of those of the shop. */
export function listWorkerFiles(): Readonly<Record<string, string>> {
  const database = readFileSync(new URL('src/server/database.ts', SHOP), 'utf8')
    .replace(
      /import \{ mkdirSync \}.*\nimport \{ dirname, resolve \}.*\nimport Database from 'libsql'/,
      "import Database from './memory-sqlite.js'",
    )
    .replace('Database.Database', 'Database')
    .replace(/ {2}if \(file !== ':memory:'\).*\n/, '')
  return {
    'src/server/database.ts': database,
    'src/server/memory-sqlite.js': MEMORY_SQLITE,
    'src/routes/later.http.ts': LATER,
    // Without it, the package takes a Worker for Node and for a page.
    'src/server/sqlite-environment.ts':
      "Object.assign(globalThis, { location: { href: '' } })\nObject.assign(process, { type: 'renderer' })\n",
  }
}

/** Runs `dist/cloudflare` in workerd, with the bindings of its `wrangler.json`. */
export function startWorker(folder: string, variables: Readonly<Record<string, string>>): Promise<TestWorkerd> {
  const { worker, modules, objects, config, assets } = readWorker(folder)
  return startWorkerd({
    folder: worker,
    modules,
    objects,
    variables: { ...config.vars, ...variables },
    flags: config.flags,
    assets,
  })
}

/**
 * Runs it in Miniflare, also with its D1 databases, whose files are in `data`. Requests with `OTHER_ISOLATE` run in another
 * isolate.
 */
export function startWorkerOnMiniflare(
  folder: string,
  variables: Readonly<Record<string, string>>,
  data: string,
): Promise<TestMiniflare> {
  const { worker, modules, objects, config, assets } = readWorker(folder)
  const edge = fileURLToPath(new URL('../servers/cloudflare-edge.js', import.meta.url))
  const toObjects = (more: object) =>
    Object.fromEntries(
      Object.entries(objects).map(([name, className]) => [name, { className, useSQLite: true, ...more }]),
    )
  const app = {
    modules: modules.map((path) => ({ type: 'ESModule', path: join(worker, path) })),
    modulesRoot: worker,
    compatibilityDate: config.date,
    compatibilityFlags: config.flags,
    bindings: { ...config.vars, ...variables },
    d1Databases: Object.fromEntries(config.databases.map(({ binding, database_id: id }) => [binding, id])),
  }
  return startMiniflare({
    d1Persist: join(data, 'd1'),
    durableObjectsPersist: join(data, 'objects'),
    workers: [
      {
        name: 'edge',
        modules: [{ type: 'ESModule', path: edge }],
        compatibilityDate: config.date,
        compatibilityFlags: ['service_binding_extra_handlers'],
        bindings: { SENDER, HOST },
        serviceBindings: { APP: 'app', OTHER: 'other', FILES: { disk: { path: assets, writable: false } } },
      },
      { ...app, name: 'app', durableObjects: toObjects({}) },
      { ...app, name: 'other', durableObjects: toObjects({ scriptName: 'app' }) },
    ],
  })
}

interface WorkerConfig {
  readonly date: string
  readonly flags: readonly string[]
  readonly vars: Readonly<Record<string, string>>
  readonly databases: readonly { readonly binding: string; readonly database_id: string }[]
}

/** A built Worker: its folder, its modules with the entry first, its classes by their bindings, and its settings. */
export function readWorker(folder: string) {
  const output = join(folder, 'dist/cloudflare')
  const config = JSON.parse(readFileSync(join(output, 'wrangler.json'), 'utf8'))
  const worker = join(output, config.base_dir)
  const main: string = config.main.slice(config.base_dir.length + 1)
  const names = readdirSync(worker, { recursive: true }).map(String)
  const bindings: { name: string; class_name: string }[] = config.durable_objects.bindings
  const read: WorkerConfig = {
    date: config.compatibility_date,
    // It is the default at this date.
    flags: config.compatibility_flags.filter((flag: string) => flag !== 'nodejs_compat'),
    vars: config.vars,
    databases: config.d1_databases ?? [],
  }
  return {
    worker,
    modules: [main, ...names.filter((name) => name.endsWith('.js') && name !== main)],
    objects: Object.fromEntries(bindings.map(({ name, class_name: type }) => [name, type])),
    config: read,
    assets: join(output, config.assets.directory),
  }
}
