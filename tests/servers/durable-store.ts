/** Stores in durable objects of a workerd, for tests outside of it: each method is a request to a client in workerd. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { DataStore } from '../../runtime/src/contract/config/data.ts'
import { FwError } from '../../runtime/src/contract/http/error.ts'
import type { StoreCall } from './durable-worker.ts'
import { startWorkerd, type TestWorkerd } from './workerd.ts'

export interface DurableStores {
  readonly workerd: TestWorkerd
  /** Opens the store of this name. Two calls with one name are two clients. */
  open(name: string, now?: () => number): DataStore
  close(): Promise<void>
}

export async function startDurableStores(): Promise<DurableStores> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-durable-'))
  const bundle = await rolldown({
    input: fileURLToPath(new URL('durable-worker.ts', import.meta.url)),
    external: /^(?:node|cloudflare):/,
    resolve: { conditionNames: ['fw-source', 'import', 'default'] },
    logLevel: 'warn',
  })
  await bundle.write({ file: join(folder, 'worker.js'), format: 'esm', codeSplitting: false })
  await bundle.close()
  const objects = { DATA: 'DataObject', CLIENTS: 'Client' }
  const workerd = await startWorkerd({ folder, modules: ['worker.js'], objects })
  let clients = 0
  return {
    workerd,
    open: (name, now) => openStore(workerd.url, name, `client-${clients++}`, now),
    async close() {
      await workerd.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Reply = { readonly value?: unknown; readonly error?: Error & { readonly code?: 'unavailable' } }

function openStore(url: string, name: string, client: string, now: (() => number) | undefined): DataStore {
  const send = (
    method: StoreCall['method'],
    values: readonly unknown[],
    isOfProposals = false,
    signal?: AbortSignal,
  ) => {
    const encoded = values.map((value) =>
      typeof value === 'number' && !Number.isFinite(value) ? String(value) : (JSON.stringify(value) ?? 'undefined'),
    )
    const call: StoreCall = { name, client, method, isOfProposals, values: encoded, now: now?.() }
    return fetch(`${url}/${client}`, { method: 'POST', body: JSON.stringify(call), signal: signal ?? null })
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
