/** Random keys in the store, which all processes of an app share and which survive each of them. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataStore } from '#contract/config/data.ts'

const KEY_BYTES = 32
/** Time in which the process that may make the key stores it. */
const CLAIM_MS = 5_000
const WAIT_MS = 25

/**
 * Returns the key with this name. Exactly one process makes it. Read it each time: it expires after `ttlMs`, and another process
 * may make the next one.
 */
export async function readSharedKey(
  store: Pick<DataStore, 'read' | 'write' | 'claim'>,
  name: string,
  ttlMs: number,
): Promise<Buffer> {
  for (;;) {
    const found = await store.read(name)
    if (found !== undefined) return Buffer.from(found, 'base64url')
    if (await store.claim(`${name}:maker`, CLAIM_MS)) {
      // Another process may have made it since the first read.
      const late = await store.read(name)
      if (late !== undefined) return Buffer.from(late, 'base64url')
      const made = randomBytes(KEY_BYTES)
      await store.write(name, made.toString('base64url'), ttlMs)
      return made
    }
    await pause(WAIT_MS)
  }
}
