/** What a turn of an agent gets of its app (spec: Agent mount). */
import type { DataStore } from './data.ts'
import type { Deps } from './message.ts'
import type { SignRequest } from './sign-request.ts'
import type { Skill } from './skill.ts'
import type { TurnObserver } from './telemetry.ts'

/** The part of the data store that turns need. */
export type TurnData = Pick<DataStore, 'add' | 'read' | 'write' | 'remove'>

/** What an agent's turn gets beside a protocol's `Deps`. */
export interface TurnDeps extends Deps {
  /** Skills of the app, with their bodies. */
  readonly skills: readonly Skill[]
  /** Name of the channel that the turn came through; absent for a browser. */
  readonly channel?: string
  /** The caller as an owner of what is parked and of what is used up; absent for a caller without any identity. */
  readonly subject?: string
  /** Who the app says the caller is: the same without the session's id, which anybody can have a new one of. */
  readonly identity?: string
  /** What is shared by all processes of the app: budgets, threads. */
  readonly data: TurnData
  /** The caller says that it has read what nobody vouches for (`x-fw-tainted`). */
  readonly tainted?: boolean
  /** Measures the turn; absent where nothing hears of it. */
  readonly observe?: TurnObserver
  /** Signs what the agent sends to other servers; absent where the app has no key. */
  readonly sign?: SignRequest
  /** Whether the provider's own words may be shown to the caller. */
  readonly showDetail: boolean
  /** What only a log may hold. */
  warn(message: string, cause?: unknown): void
}
