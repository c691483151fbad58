/** The channels of an app, checked at start: a file without one would be a 500 for every message. */
import { SetupError } from '#contract/setup-error.ts'
import type { FwServerOptions } from './options.ts'

/** Throws a `SetupError` for an entry that is not a channel. */
export function checkChannels({ channels = {} }: FwServerOptions): void {
  for (const [name, channel] of Object.entries(channels)) {
    // An app without types can export anything.
    const { receive, send }: { receive?: unknown; send?: unknown } = channel ?? {}
    if (typeof receive === 'function' && typeof send === 'function') continue
    throw new SetupError(
      `src/channels/${name} exports no channel. Export one by default, an object with receive and send: webhookChannel({ … }) makes it.`,
    )
  }
}
