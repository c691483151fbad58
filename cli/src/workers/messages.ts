/** What the supervisor and its workers tell each other. */

export interface ToWorker {
  /** Answer what is open, then end. */
  readonly fw: 'stop'
}

export interface ToSupervisor {
  readonly fw: 'listening'
  readonly url: string
}
