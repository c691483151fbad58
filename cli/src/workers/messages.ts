/** Messages between the supervisor and its workers. */

export interface ToWorker {
  /** Completes open requests, then ends the worker. */
  readonly fw: 'stop'
}

export interface ToSupervisor {
  readonly fw: 'listening'
  readonly url: string
  /** Time that the worker may take to end after `stop`, in milliseconds. */
  readonly drainMs: number
}
