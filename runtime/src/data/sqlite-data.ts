/** A data store in a SQLite file: survives the process, and several processes of a machine can share it. */
import type { DataStore } from '#contract/config/data.ts'
import { type StoreOptions, toKeyText, toMessage, toMilliseconds, toWhole } from './lifetime.ts'
import { sqliteProposals } from './sqlite-proposals.ts'
import { createSqliteLink } from './sqlite-queue.ts'
import { KEEP_MESSAGES_MS, MAX_MESSAGES, SqliteWatch } from './sqlite-watch.ts'

/** Prefix of the names of sums. A key of an app never contains it, because it would be escaped. */
const SUM = '\u0001'

/**
 * Opens a store in the SQLite file at `path`. Claims are on disk before they return, like proposals. Hits and values are
 * passed to the operating system: a killed process loses nothing, a power failure at most the last moments of them.
 */
export function openSqliteData(path: string, options: StoreOptions = {}): DataStore {
  const { now = Date.now } = options
  const clock = () => Math.floor(now())
  const link = createSqliteLink(path, options)
  const watch = new SqliteWatch(link, options)
  return {
    proposals: sqliteProposals(link, now),
    claim(key, ttlMs) {
      const name = toKeyText(key)
      const lifetime = toMilliseconds(ttlMs)
      return link.write(({ claim }) => {
        const at = clock()
        return claim.run([name, at + lifetime, at]).changes === 1
      }, true)
    },
    hit(key, limit, windowMs) {
      const name = toKeyText(key)
      const windowLength = toMilliseconds(windowMs)
      return link.write(({ dropHits, countHits, addHit }) => {
        const at = clock()
        dropHits.run([name, at - windowLength])
        const { hits, oldest } = countHits.get([name]) as { hits: number; oldest: number | null }
        const allowed = hits < limit
        if (allowed) addHit.run([name, at, at + windowLength])
        const first = oldest ?? (allowed ? at : undefined)
        return {
          allowed,
          remaining: Math.max(0, limit - hits - (allowed ? 1 : 0)),
          resetMs: first === undefined ? 0 : first + windowLength - at,
        }
      }, false)
    },
    async add(key, amount, ttlMs) {
      const [name, whole, lifetime] = [SUM + toKeyText(key), toWhole(amount), toMilliseconds(ttlMs)]
      const row = await link.write(({ add }) => {
        const at = clock()
        return add.get([name, String(whole), at + lifetime, at, at]) as { text: string } // `returning` always returns a row
      }, false)
      return Number(row.text)
    },
    async read(key) {
      const row = await link.read(({ read }) => read.get([toKeyText(key), clock()]) as { text: string } | undefined)
      return row === undefined ? undefined : (JSON.parse(row.text) as string)
    },
    write(key, text, ttlMs) {
      // As JSON, because a lone surrogate doesn't survive UTF-8, and NUL doesn't survive every reader of the file.
      const [name, json, lifetime] = [toKeyText(key), JSON.stringify(text), toMilliseconds(ttlMs)]
      return link.write(({ write }) => void write.run([name, json, clock() + lifetime]), false)
    },
    remove: (key) => link.write(({ remove }) => void remove.run([toKeyText(key)]), false),
    async publish(channel, text) {
      const [name, json] = [toKeyText(channel), JSON.stringify(toMessage(text))]
      await link.write(({ addMessage, dropMessages }) => {
        const at = clock()
        const { id } = addMessage.get([name, json, at + KEEP_MESSAGES_MS]) as { id: number }
        dropMessages.run([at, id - MAX_MESSAGES])
      }, false)
    },
    watch: (channel, onMessage, onGap) => watch.add({ channel: toKeyText(channel), onMessage, onGap }),
    ping: () => link.read(({ ping }) => void ping.get([])),
    async close() {
      await watch.close()
      await link.close()
    },
  }
}
