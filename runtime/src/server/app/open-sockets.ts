/** Creates the WebSocket endpoint from the options, and checks it at start. */

import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import { isFrameworkPath } from '#contract/http/endpoint.ts'
import { FW_PREFIX } from '#contract/http/path.ts'
import { createSockets, type Sockets } from '#websocket/sockets.ts'
import { createSender } from '#websocket/topic-relay.ts'
import { canonicalPath } from '../http/canonical-path.ts'
import { addPublisher } from '../publish.ts'
import type { FwServerOptions } from './options.ts'

/** Returns undefined if the app has no endpoint. Throws for a path that no request can have. */
export function openSockets(options: FwServerOptions, store: DataStore, log: Logger): Sockets | undefined {
  const { websocket, data = 'memory', dataStore, sharesData = false } = options
  if (websocket === undefined) return undefined
  const path: unknown = websocket.path
  if (typeof path !== 'string' || !isServable(path))
    throw new TypeError(
      `The WebSocket path ${JSON.stringify(path) ?? 'undefined'} cannot be served. Export a path such as "/live" from src/ws.ts: it must begin with "/", have no query, and not be below ${FW_PREFIX}.`,
    )
  const others =
    dataStore === undefined
      ? { data: store, haveSockets: sharesData || !data.startsWith('sqlite:') }
      : { data: store, haveSockets: true, sender: createSender() }
  const sockets = createSockets(websocket, log, data === 'memory' && dataStore === undefined ? undefined : others)
  const removePublisher = addPublisher(sockets.publish)
  return {
    ...sockets,
    async close(drainMs) {
      removePublisher()
      await sockets.close(drainMs)
    },
  }
}

function isServable(path: string): boolean {
  if (!path.startsWith('/') || path.includes('?') || path.includes('#') || isFrameworkPath(path)) return false
  try {
    return canonicalPath(path) === path
  } catch {
    return false
  }
}
