/** The key of receipts: in the store that the servers of an app share, or random for each process. */
import { createHmac, randomBytes } from 'node:crypto'
import type { DataStore } from '#contract/config/data.ts'
import { readSharedKey } from '#data/shared-key.ts'

export interface ReceiptKey {
  /** For the encryption. */
  readonly seal: Buffer
  /** For the readable parts of a receipt. */
  readonly hash: Buffer
}

export interface ReceiptKeys {
  /** Returns the key of new receipts. Never rejects: without the store, the key is one of this process. */
  current(): ReceiptKey | Promise<ReceiptKey>
  /** Returns the keys that open receipts, the likeliest first. */
  list(): readonly ReceiptKey[]
}

type KeyStore = Pick<DataStore, 'read' | 'write' | 'claim'>

const KEY = 'live:key'
const KEY_BYTES = 32
const DAY_MS = 86_400_000
const LIFETIME_MS = 400 * DAY_MS
/** The key is read again after this time, so that all processes have the same one after the store was emptied. */
const CHECK_MS = 60_000
/** Time before the next attempt if the store is unavailable. */
const RETRY_MS = 1_000

export function createReceiptKeys(store: KeyStore | undefined): ReceiptKeys {
  const own = deriveKey(randomBytes(KEY_BYTES))
  if (store === undefined) return { current: () => own, list: () => [own] }
  let root: Buffer | undefined
  let key: ReceiptKey | undefined
  let loading: Promise<ReceiptKey> | undefined
  let nextCheck = 0
  /** The keys that this process has used before. */
  const former: ReceiptKey[] = []

  const load = async (): Promise<ReceiptKey> => {
    try {
      const found = await readSharedKey(store, KEY, LIFETIME_MS)
      if (root === undefined || !found.equals(root)) {
        if (key !== undefined) former.unshift(key)
        former.splice(MAX_FORMER)
        root = found
        key = deriveKey(found)
      }
      nextCheck = performance.now() + CHECK_MS
    } catch {
      // The store logs its failures.
      nextCheck = performance.now() + RETRY_MS
    } finally {
      loading = undefined
    }
    return key ?? own
  }

  return {
    current() {
      if (performance.now() >= nextCheck) loading ??= load()
      return key ?? loading ?? own
    },
    list: () => [...(key === undefined ? [] : [key]), ...former, own],
  }
}

const MAX_FORMER = 3

function deriveKey(root: Buffer): ReceiptKey {
  const derive = (purpose: string) => createHmac('sha256', root).update(`fw live ${purpose}`).digest()
  return { seal: derive('seal'), hash: derive('hash') }
}
