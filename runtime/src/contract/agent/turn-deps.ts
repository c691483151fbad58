/** The dependencies that an agent's turn receives from its app. */
import type { DataStore } from '../config/data.ts'
import type { LogFields } from '../config/log.ts'
import type { TurnObserver } from '../config/telemetry.ts'
import type { SignRequest } from '../http/sign-request.ts'
import type { Deps } from './message.ts'
import type { ParkedResult, Proposal } from './proposal.ts'
import type { RemoteQuestions } from './question.ts'
import type { Skill } from './skill.ts'
import type { OpenThread } from './thread.ts'

/** The methods of the data store that turns use. */
export type TurnData = Pick<DataStore, 'add' | 'claim' | 'read' | 'write' | 'remove'>

/** The methods of the data store that turns use to reach other processes. */
export type SharedTurnData = Pick<DataStore, 'read' | 'write' | 'remove' | 'publish' | 'watch'>

/** A call of a tool of another server. */
export interface RemoteCall {
  /** Full name, such as `mcp_docs.post`. */
  readonly tool: string
  readonly input: unknown
  /** The model had read untrusted content. */
  readonly tainted: boolean
  /** The call runs, and waits for responses of the user. Absent: it waits for an approval. */
  readonly asked?: RemoteQuestions
}

/** A result that may become outdated. */
export interface FollowedRead<Result> {
  readonly result: Result
  /** Whether no write has changed the data since. False also if that can't be determined. Never rejects. */
  isCurrent(): boolean | Promise<boolean>
}

/** Dependencies of an agent's turn, in addition to the `Deps` of protocols. */
export interface TurnDeps extends Deps {
  /** Skills of the app, with their bodies. */
  readonly skills: readonly Skill[]
  /** Name of the channel that delivered the message; absent for a browser. */
  readonly channel?: string
  /** The owner of created proposals and of the used budget; absent for a caller without any identity. */
  readonly subject?: string
  /**
   * The caller's identity according to the app: like `subject`, but without the session id, because anyone can get a new
   * session.
   */
  readonly identity?: string
  /** The store that all processes of the app share: budgets, threads. */
  readonly data: TurnData
  /** The same store with its messages: replies that other processes can resume. Absent if the app has one process. */
  readonly sharedData?: SharedTurnData
  /**
   * The stored conversation that the turn continues. The request contains its messages, and the turn saves what happens.
   * Absent if the client stores the conversation.
   */
  readonly thread?: OpenThread
  /** Returns a call that was pending approval, if the caller may read its outcome. Absent: outcomes are unknown. */
  proposal?(id: string): Promise<Proposal | undefined>
  /**
   * Returns the title of a call of one of the app's tools, for people; `undefined` if the tool has none, or the input is
   * invalid. Absent: calls have no titles.
   */
  getTitle?(tool: string, input: unknown): Promise<string | undefined>
  /** Stores a call of another server's tool until a user approves it. Absent: such calls are refused. */
  park?(call: RemoteCall): Promise<ParkedResult>
  /** A user can respond to questions of other servers. Absent: questions are declined. */
  readonly canAsk?: true
  /** The caller reports that it has read untrusted content (`x-fw-tainted`). */
  readonly tainted?: boolean
  /** The caller reports that its conversation has contained data (`x-fw-holds-data`). */
  readonly holdsData?: boolean
  /** Runs a read whose data writes may change during the turn. Absent: the turn keeps the result. */
  followRead?<Result>(read: () => Promise<Result>): Promise<FollowedRead<Result>>
  /** Measures the turn; absent without telemetry. */
  readonly observe?: TurnObserver
  /** Signs requests of the agent to other servers; absent if the app has no key. */
  readonly sign?: SignRequest
  /** Whether the caller may see messages of the provider. */
  readonly showDetail: boolean
  /** Logs a warning. Its details may only appear in the log. */
  warn(message: string, cause?: unknown): void
  /** Writes a log entry about the request of the turn. */
  log(level: 'info' | 'warn', message: string, fields: LogFields): void
}
