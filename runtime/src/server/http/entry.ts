/** How a request entered the server. */
import type { CallHost } from '#api/host.ts'
import type { Origin } from '#contract/api.ts'
import type { AcceptedSocket } from '#websocket/app-socket.ts'

/** Present if the host can upgrade the request to a WebSocket. The websocket stage stores the accepted socket here. */
export interface Upgrade {
  accepted?: AcceptedSocket
}

/**
 * How a request entered the server. Set by the host or the caller in this process, never from the request's content.
 */
export interface Entry {
  /** An upgrade passes the same stages, but isn't handled as a request. */
  readonly upgrade?: Upgrade
  /** The caller is inside this process: the policy for external agents doesn't apply. */
  readonly inProcess?: true
  /** For a render of a shared copy: the origin of the request that caused it. */
  readonly causeOrigin?: Origin
  /** For a render of a shared copy: see `CallHost`. */
  readonly onOriginUse?: CallHost['onOriginUse']
}
