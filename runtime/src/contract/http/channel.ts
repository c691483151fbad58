/** Channels: messages of other platforms as turns of the same agent. */
import type { Attachment } from '../agent/message.ts'
import type { PendingApproval } from '../agent/proposal.ts'

/** A message of a person on another platform, as `receive` of a channel returns it. */
export interface ChannelMessage {
  readonly text: string
  /** Files of the sender. If the model can't read one, the reply reports which types it reads, and no model is called. */
  readonly attachments?: readonly Attachment[]
  /** Keys conversation memory. */
  readonly threadId?: string
  /** The page whose manifest the turn uses. Default `/`. */
  readonly path?: string
  /**
   * Subject of the sender in the app, as `subjectOf` returns it: only this user can approve the calls that the message
   * causes. Return it only for a sender that the platform has authenticated. Default: any user of the app.
   */
  readonly subject?: string
}

/** The agent's reply to a message of a channel. `text` is for users; it is also set if the turn failed. */
export interface ChannelReply {
  readonly text: string
  readonly threadId?: string
  /** Calls that wait for approval. `text` begins with them. Absent without any. */
  readonly approvals?: readonly PendingApproval[]
  /** Set if the turn ended with a refusal, with a provider error, or without a model. */
  readonly error?: string
  /** Message of the provider. Users see only `text`. */
  readonly detail?: string
}

/** Delivery of a reply that takes long. */
export interface ChannelDeferral {
  /** Milliseconds after which the platform receives the response of `answer` first. */
  readonly afterMs: number
  /** Returns the immediate response to the platform, or undefined if this message doesn't support a later reply. */
  answer(message: ChannelMessage): Response | undefined
  /** Delivers the reply. Rejects if the delivery failed. */
  deliver(message: ChannelMessage, reply: ChannelReply): Promise<void>
}

/** The default export of a file under `src/channels/`. */
export interface ChannelDef {
  /**
   * Reads an event. A `Response` is returned to the platform directly; undefined ignores the event with 204. In both cases
   * no model is called.
   */
  receive(req: Request): ChannelMessage | Response | undefined | Promise<ChannelMessage | Response | undefined>
  /** Returns the response to the platform. Without one, the platform receives 204: `send` has delivered the reply itself. */
  send(reply: ChannelReply): Response | undefined | Promise<Response | undefined>
  /** Name of the option for the secret or key that is missing: every caller receives 503. Absent: none is missing. */
  readonly unset?: string
  /** Default: the platform waits for the reply. */
  readonly defer?: ChannelDeferral
}
