/** What the supervisor and its workers tell each other. */

export interface ToWorker {
  /** Answer what is open, then end. */
  readonly fw: 'stop'
}

export interface ToSupervisor {
  readonly fw: 'listening'
  readonly url: string
  /** How long the worker may take to end after `stop`, in milliseconds. */
  readonly drainMs: number
}
