/** The stores of the contract suite, each behind the `data` text that opens it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'

export const KINDS = ['memory', 'sqlite', 'redis'] as const
export type Kind = (typeof KINDS)[number]

export interface Stores {
  readonly redis: TestRedis
  /** Returns the `data` option of a separate store; the same for the same name. */
  nameOf(kind: Kind, name: string): string
  /** A file in the folder of this test file. */
  file(name: string): string
  /** Opens a store; it is closed after the last test. Two calls with one name are two servers. */
  open(data: string, now?: () => number): DataStore
}

/** A real Redis and a folder for one test file. */
export function useStores(): Stores {
  const folder = mkdtempSync(join(tmpdir(), 'fw-data-'))
  const opened: DataStore[] = []
  let redis: TestRedis | undefined
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    for (const store of opened) await store.close()
    await redis?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const running = (): TestRedis => {
    if (redis === undefined) throw new Error('Redis runs from beforeAll on.')
    return redis
  }
  const file = (name: string) => join(folder, name)
  return {
    get redis() {
      return running()
    },
    file,
    nameOf(kind, name) {
      if (kind === 'memory') return 'memory'
      return kind === 'sqlite' ? `sqlite:${file(`${name}.db`)}` : `${running().url}?prefix=${name}:`
    },
    open(data, now) {
      const store = openData(data, { now, log: () => undefined })
      opened.push(store)
      return store
    },
  }
}
