/** The key of receipts: in the store that the servers of an app share, or random for each process. */
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataStore } from '#contract/config/data.ts'

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
/** Time in which the process that may make the key stores it. */
const CLAIM_MS = 5_000
const WAIT_MS = 25
/** The key is read again after this time, so that all processes have the same one after the store was emptied. */
const CHECK_MS = 60_000
/** Time before the next attempt if the store is unavailable. */
const RETRY_MS = 1_000

export function createReceiptKeys(store: KeyStore | undefined): ReceiptKeys {
  const own = deriveKey(randomBytes(KEY_BYTES))
  if (store === undefined) return { current: () => own, list: () => [own] }
  let text: string | undefined
  let key: ReceiptKey | undefined
  let loading: Promise<ReceiptKey> | undefined
  let nextCheck = 0
  /** The keys that this process has used before. */
  const former: ReceiptKey[] = []

  const load = async (): Promise<ReceiptKey> => {
    try {
      const found = await readOrMake(store)
      if (found !== text) {
        if (key !== undefined) former.unshift(key)
        former.splice(MAX_FORMER)
        text = found
        key = deriveKey(Buffer.from(found, 'base64url'))
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

/** Returns the stored key. Exactly one process makes it. */
async function readOrMake(store: KeyStore): Promise<string> {
  for (;;) {
    const found = await store.read(KEY)
    if (found !== undefined) return found
    if (await store.claim(`${KEY}:maker`, CLAIM_MS)) {
      const made = randomBytes(KEY_BYTES).toString('base64url')
      await store.write(KEY, made, LIFETIME_MS)
      return made
    }
    await pause(WAIT_MS)
  }
}

function deriveKey(root: Buffer): ReceiptKey {
  const derive = (purpose: string) => createHmac('sha256', root).update(`fw live ${purpose}`).digest()
  return { seal: derive('seal'), hash: derive('hash') }
}
