/** Checks the app's channels at start. Otherwise a file without a channel would cause a 500 for every message. */
import { SetupError } from '#contract/config/setup-error.ts'
import type { FwServerOptions } from './options.ts'

/** Throws a `SetupError` for an entry that is not a channel. */
export function checkChannels({ channels = {} }: FwServerOptions): void {
  for (const [name, channel] of Object.entries(channels)) {
    // An app without type checks can export anything.
    const { receive, send }: { receive?: unknown; send?: unknown } = channel ?? {}
    if (typeof receive === 'function' && typeof send === 'function') continue
    throw new SetupError(
      `src/channels/${name} has no default export that is a channel. Export an object with receive and send, such as webhookChannel({ … }).`,
    )
  }
}
