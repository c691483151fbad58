/** The stores of the contract suite, each behind the `data` text that opens it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import { openData } from '../../../runtime/src/data/open-data.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { type D1Stores, type DurableStores, startD1Stores, startDurableStores } from '../../servers/durable-store.ts'
import { startPostgres, type TestPostgres } from '../../servers/postgres.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { NEWER_NODE } from '../../servers/runtimes.ts'

const ALL_KINDS = ['memory', 'sqlite', 'redis', 'postgres', 'durable', 'd1'] as const
export type Kind = (typeof ALL_KINDS)[number]

/** D1 needs Miniflare, and Miniflare a newer Node. */
export const KINDS: readonly Kind[] = ALL_KINDS.filter((kind) => kind !== 'd1' || NEWER_NODE !== undefined)

export interface Stores {
  readonly redis: TestRedis
  readonly postgres: TestPostgres
  /** Returns the `data` option of a separate store; the same for the same name. */
  nameOf(kind: Kind, name: string): string
  /** Returns the options of a server with that store. Only a Worker has a name for the objects of its binding. */
  createOptions(kind: Kind, name: string): Pick<FwServerOptions, 'data' | 'dataStore'>
  /** A file in the folder of this test file. */
  file(name: string): string
  /** Opens a store; it is closed after the last test. Two calls with one name are two servers. */
  open(data: string, now?: () => number): DataStore
}

/** Only this file opens such names: a Worker opens the store of its binding. */
const [DURABLE, D1] = ['durable:', 'd1:']

/** A real Redis, a real Postgres, a real workerd, Miniflare and a folder for one test file. */
export function useStores(): Stores {
  const folder = mkdtempSync(join(tmpdir(), 'fw-data-'))
  const opened: DataStore[] = []
  let redis: TestRedis | undefined
  let postgres: TestPostgres | undefined
  let durable: DurableStores | undefined
  let d1: D1Stores | undefined
  beforeAll(async () => {
    const d1Stores = KINDS.includes('d1') ? startD1Stores() : undefined
    ;[redis, postgres, durable, d1] = await Promise.all([startRedis(), startPostgres(), startDurableStores(), d1Stores])
  })
  afterAll(async () => {
    for (const store of opened) await store.close()
    await redis?.close()
    await postgres?.close()
    await durable?.close()
    await d1?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const running = <Server>(server: Server | undefined): Server => {
    if (server === undefined) throw new Error('The servers run from beforeAll on.')
    return server
  }
  const file = (name: string) => join(folder, name)
  const nameOf: Stores['nameOf'] = (kind, name) => {
    if (kind === 'memory') return 'memory'
    if (kind === 'sqlite') return `sqlite:${file(`${name}.db`)}`
    if (kind === 'durable') return `${DURABLE}${name}`
    if (kind === 'd1') return `${D1}${name}`
    return kind === 'redis' ? `${running(redis).url}?prefix=${name}:` : `${running(postgres).url}?schema=${name}`
  }
  const openNamed: Stores['open'] = (data, now) => {
    if (data.startsWith(DURABLE)) return running(durable).open(data.slice(DURABLE.length), now)
    if (data.startsWith(D1)) return running(d1).open(data.slice(D1.length), now)
    return openData(data, { now, log: () => undefined })
  }
  const open: Stores['open'] = (data, now) => {
    const store = openNamed(data, now)
    opened.push(store)
    return store
  }
  return {
    get redis() {
      return running(redis)
    },
    get postgres() {
      return running(postgres)
    },
    file,
    nameOf,
    createOptions(kind, name) {
      const data = nameOf(kind, name)
      return kind === 'durable' || kind === 'd1' ? { dataStore: open(data) } : { data: data as FwServerOptions['data'] } // a name of this file
    },
    open,
  }
}
