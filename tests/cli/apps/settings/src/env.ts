import type { Int } from '@fw/runtime'

export interface Env {
  /** Where the notes are kept. */
  DATABASE_URL: string
  /**
   * Calls a minute.
   * @minimum 1
   */
  CALL_LIMIT?: Int
  BETA?: boolean
  MODE: 'quiet' | 'loud'
  /** Hosts that may call. */
  HOSTS?: string[]
  SINCE?: Date
  /** @default 3 */
  RETRIES?: number
}
