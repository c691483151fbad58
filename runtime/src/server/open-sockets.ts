/** The WebSocket endpoint that the options ask for, checked at start. */
import type { Logger } from '#contract/log.ts'
import { FW_PREFIX } from '#contract/path.ts'
import { createSockets, type Sockets } from '../websocket/sockets.ts'
import { canonicalPath } from './canonical-path.ts'
import type { FwServerOptions } from './options.ts'

/** Undefined where the app has no endpoint. Throws for a path that no request could have. */
export function openSockets({ websocket }: FwServerOptions, log: Logger): Sockets | undefined {
  if (websocket === undefined) return undefined
  const path: unknown = websocket.path
  if (typeof path !== 'string' || !isServable(path))
    throw new TypeError(
      `The WebSocket path ${JSON.stringify(path) ?? 'undefined'} cannot be served. Export a path as "/live" from src/ws.ts: it begins with "/", has no query, and is not below ${FW_PREFIX}.`,
    )
  return createSockets(websocket, log)
}

function isServable(path: string): boolean {
  if (!path.startsWith('/') || path.includes('?') || path.includes('#') || path.startsWith(FW_PREFIX)) return false
  try {
    return canonicalPath(path) === path
  } catch {
    return false
  }
}
