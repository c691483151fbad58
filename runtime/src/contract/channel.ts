/** Channels: text from elsewhere into the same agent turn (spec: Channel types, Channels). */

export interface ChannelMessage {
  readonly text: string
  /** Keys conversation memory. */
  readonly threadId?: string
  /** The page whose manifest frames the turn. Default `/`. */
  readonly path?: string
}

/** What the agent has to say to a message of a channel. `text` is for people, also where there is no answer. */
export interface ChannelReply {
  readonly text: string
  readonly threadId?: string
  /** Set when the turn ended in a refusal, a provider's failure or without a model. */
  readonly error?: string
  /** The provider's own words. What people see is `text` only. */
  readonly detail?: string
}

/** How an answer that takes long is delivered later (decisions: Channels). */
export interface ChannelDeferral {
  /** Milliseconds after which the platform gets `answer` first. */
  readonly afterMs: number
  /** What the platform is told for now; undefined where this message cannot be answered later. */
  answer(message: ChannelMessage): Response | undefined
  /** Delivers the reply. Rejects where it could not be. */
  deliver(message: ChannelMessage, reply: ChannelReply): Promise<void>
}

/** What a file under `src/channels/` exports by default. */
export interface ChannelDef {
  /** A `Response` answers directly; undefined ignores the event with 204. In both cases no model is called. */
  receive(req: Request): ChannelMessage | Response | undefined | Promise<ChannelMessage | Response | undefined>
  /** Returns the response to the platform. Without one, the platform receives 204: `send` has delivered the reply itself. */
  send(reply: ChannelReply): Response | undefined | Promise<Response | undefined>
  /** The secret or key that it lacks, by the name of its option: every caller gets 503. Absent: none. */
  readonly unset?: string
  /** Default: the answer is waited for. */
  readonly defer?: ChannelDeferral
}
