/** Tells other processes which tags were invalidated, through one channel of the data store. */
import type { DataStore } from '#contract/config/data.ts'
import { isRecord } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { shortenKey } from '#digest/shorten-key.ts'

/** Receives invalidations, of this process and of others. */
export interface TagWatcher {
  /** Called after tags have been invalidated, with their keys: `shortenKey` of each tag. */
  onDrop(keys: ReadonlySet<string>): void
  /** Called when invalidations of other processes may have been missed. Versions show which tags were invalidated. */
  onGap(): void
  /** Called when invalidations of other processes arrive. Versions from before may be outdated. */
  onReady?(): void
}

export interface TagSignals {
  /** Reports invalidated tags to the watchers in other processes. Rejects with `unavailable`. */
  send(tags: readonly string[]): Promise<void>
  /** Watches invalidations of other processes. Resolves when they arrive. */
  watch(watcher: TagWatcher): Promise<() => Promise<void>>
}

const CHANNEL = 'cache:tags'
/** Maximum number of tags in a message: at most about 26 KB. */
const MAX_TAGS = 200

/** `sender` is unique for each process; its own messages aren't passed to its watchers. */
export function createTagSignals(data: Pick<DataStore, 'publish' | 'watch'>, sender: string): TagSignals {
  return {
    async send(tags) {
      const keys = tags.map(shortenKey)
      for (let index = 0; index < keys.length; index += MAX_TAGS)
        await data.publish(CHANNEL, JSON.stringify({ sender, keys: keys.slice(index, index + MAX_TAGS) }))
    },
    watch: ({ onDrop, onGap }) =>
      data.watch(
        CHANNEL,
        (text) => {
          const message = tryParseJson(text)
          if (!isRecord(message) || message.sender === sender || !Array.isArray(message.keys)) return
          onDrop(new Set(message.keys.filter((key) => typeof key === 'string')))
        },
        onGap,
      ),
  }
}
