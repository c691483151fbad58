/**
 * Stores in durable objects of a workerd, or in D1 databases of Miniflare, for tests outside of it: each method is a request to a
 * client in workerd.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { DataStore } from '../../runtime/src/contract/config/data.ts'
import { FwError } from '../../runtime/src/contract/http/error.ts'
import type { StoreCall } from './durable-worker.ts'
import { startMiniflare } from './miniflare.ts'
import { startWorkerd, type TestWorkerd } from './workerd.ts'

export interface DurableStores {
  readonly workerd: TestWorkerd
  /** Opens the store of this name. Two calls with one name are two clients. */
  open(name: string, now?: () => number): DataStore
  close(): Promise<void>
}

export async function startDurableStores(): Promise<DurableStores> {
  const folder = await bundleClients()
  const workerd = await startWorkerd({ folder, modules: ['worker.js'], objects: OBJECTS })
  return { workerd, ...openStores(workerd, folder) }
}

/** D1 databases have no names at run time, so each name of a store gets one of these. */
const MAX_DATABASES = 100

export interface D1Stores extends Pick<DurableStores, 'open' | 'close'> {
  /** Folder with the file of each database. */
  readonly files: string
}

/** Stores in D1 databases, whose messages are in durable objects. */
export async function startD1Stores(): Promise<D1Stores> {
  const folder = await bundleClients()
  const bindings = Array.from({ length: MAX_DATABASES }, (_, index) => `D1_${index}` as const)
  const miniflare = await startMiniflare({
    modules: [{ type: 'ESModule', path: join(folder, 'worker.js') }],
    modulesRoot: folder,
    compatibilityDate: '2026-11-17',
    durableObjects: Object.fromEntries(
      Object.entries(OBJECTS).map(([name, className]) => [name, { className, useSQLite: true }]),
    ),
    d1Databases: bindings,
    d1Persist: join(folder, 'd1'),
  })
  const databases = new Map<string, NonNullable<StoreCall['database']>>()
  const stores = openStores(miniflare, folder, (name) => {
    const database = databases.get(name) ?? bindings[databases.size]
    if (database === undefined) throw new Error(`There are only ${MAX_DATABASES} databases.`)
    databases.set(name, database)
    return database
  })
  return { ...stores, files: join(folder, 'd1/miniflare-D1DatabaseObject') }
}

const OBJECTS = { DATA: 'DataObject', CLIENTS: 'Client' }

/** Returns the folder of `worker.js`. */
async function bundleClients(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-durable-'))
  const bundle = await rolldown({
    input: fileURLToPath(new URL('durable-worker.ts', import.meta.url)),
    external: /^(?:node|cloudflare):/,
    resolve: { conditionNames: ['fw-source', 'import', 'default'] },
    logLevel: 'warn',
  })
  await bundle.write({ file: join(folder, 'worker.js'), format: 'esm', codeSplitting: false })
  await bundle.close()
  return folder
}

function openStores(
  server: { readonly url: string; close(): Promise<void> },
  folder: string,
  findDatabase?: (name: string) => StoreCall['database'],
): Pick<DurableStores, 'open' | 'close'> {
  let clients = 0
  return {
    open: (name, now) =>
      openStore(server.url, { name, client: `client-${clients++}`, database: findDatabase?.(name) }, now),
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Reply = { readonly value?: unknown; readonly error?: Error & { readonly code?: 'unavailable' } }

function openStore(
  url: string,
  about: Pick<StoreCall, 'name' | 'client' | 'database'>,
  now: (() => number) | undefined,
): DataStore {
  const send = (
    method: StoreCall['method'],
    values: readonly unknown[],
    isOfProposals = false,
    signal?: AbortSignal,
  ) => {
    const encoded = values.map((value) =>
      typeof value === 'number' && !Number.isFinite(value) ? String(value) : (JSON.stringify(value) ?? 'undefined'),
    )
    const call: StoreCall = { ...about, method, isOfProposals, values: encoded, now: now?.() }
    return fetch(`${url}/${about.client}`, { method: 'POST', body: JSON.stringify(call), signal: signal ?? null })
  }
  const toMethod =
    (method: StoreCall['method'], isOfProposals: boolean) =>
    async (...values: readonly unknown[]): Promise<never> => {
      const { value, error } = (await (await send(method, values, isOfProposals)).json()) as Reply
      if (error === undefined) return value as never
      if (error.code !== undefined) throw new FwError(error.code, { message: error.message })
      throw Object.assign(error.name === 'RangeError' ? new RangeError() : new TypeError(), { message: error.message })
    }
  const watches = new Set<AbortController>()
  const toMethods = (names: readonly StoreCall['method'][], isOfProposals: boolean) =>
    Object.fromEntries(names.map((method) => [method, toMethod(method, isOfProposals)]))
  const methods = ['claim', 'hit', 'add', 'read', 'write', 'remove', 'publish', 'ping'] as const
  const ofProposals = ['put', 'get', 'list', 'pending', 'claim', 'settle', 'hold', 'isHeld'] as const
  return {
    // The names are the members of the interfaces.
    ...(toMethods(methods, false) as unknown as DataStore),
    proposals: toMethods(ofProposals, true) as unknown as DataStore['proposals'],
    async watch(channel, onMessage, onGap) {
      const control = new AbortController()
      watches.add(control)
      const response = await send('watch', [channel], false, control.signal)
      const lines = readLines(response)
      await lines.next()
      void (async () => {
        for await (const line of lines) {
          if (control.signal.aborted) return
          if (line === null) onGap()
          else
            try {
              onMessage(line)
            } catch {
              // The error of a watcher of the test.
            }
        }
      })().catch(() => undefined)
      return async () => control.abort()
    },
    async close() {
      for (const control of watches) control.abort()
    },
  }
}

async function* readLines(response: Response): AsyncGenerator<string | null> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as string | null
  }
}
