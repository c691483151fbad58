/**
 * Ids of calls. Some servers number the calls of each reply from 0, and clients choose ids freely, but results and
 * approvals refer to a call by its id. Within a conversation each call therefore has an id of its own.
 */
import type { Message } from '#contract/agent/message.ts'
import type { ModelEvent, ModelListener, ModelReply } from '#contract/agent/model.ts'
import { isRecord } from '#contract/is-object.ts'

/** Gives the calls of one reply ids that no earlier call has, in its events and in the reply itself. */
export class CallIds {
  readonly #taken: Set<string>
  /** New ids of the calls that have begun, by their original ids. */
  readonly #begun = new Map<string, string[]>()

  /** @param messages The conversation before the reply. */
  constructor(messages: readonly Message[]) {
    this.#taken = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)))
  }

  /** Returns a listener that passes the events on with the new ids. */
  renameEvents(listener: ModelListener): ModelListener {
    return { hear: (event) => listener.hear(this.#renameEvent(event)), pause: () => listener.pause() }
  }

  #renameEvent(event: ModelEvent): ModelEvent {
    if (event.type === 'text' || event.type === 'reasoning') return event
    const ids = this.#begun.get(event.id) ?? []
    this.#begun.set(event.id, ids)
    if (event.type === 'call-start') ids.push(createUniqueId(event.id, this.#taken))
    return { ...event, id: ids.at(-1) ?? event.id }
  }

  /** Returns the reply with the new ids. */
  renameReply(reply: ModelReply): ModelReply {
    const { toolCalls = [] } = reply
    const ids = toolCalls.map(({ id }) => this.#begun.get(id)?.shift() ?? createUniqueId(id, this.#taken))
    return withIds(reply, toolCalls, ids)
  }
}

/** Returns the message or reply with other ids of its calls, also in the provider's own content. */
export function withIds<Holder extends Pick<Message, 'toolCalls' | 'providerMetadata'>>(
  holder: Holder,
  calls: NonNullable<Holder['toolCalls']>,
  ids: readonly string[],
): Holder {
  if (calls.every(({ id }, index) => id === ids[index])) return holder
  const renamed = new Map<string, string[]>()
  for (const [index, { id }] of calls.entries()) renamed.set(id, [...(renamed.get(id) ?? []), ids[index] ?? id])
  return {
    ...holder,
    toolCalls: calls.map((call, index) => ({ ...call, id: ids[index] ?? call.id })),
    ...(holder.providerMetadata !== undefined && { providerMetadata: renameIds(holder.providerMetadata, renamed) }),
  }
}

export function createUniqueId(id: string, taken: Set<string>): string {
  let unique = id
  for (let count = 2; taken.has(unique); count++) unique = `${id}_${count}`
  taken.add(unique)
  return unique
}

/** The members in which providers have the id of a call. */
const ID_MEMBERS = new Set(['id', 'call_id', 'toolCallId'])

/** Renames the calls in a provider's content, in their order. */
function renameIds(value: unknown, ids: ReadonlyMap<string, string[]>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameIds(item, ids))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, member]) => {
    const id = ID_MEMBERS.has(name) && typeof member === 'string' ? ids.get(member)?.shift() : undefined
    return [name, id ?? renameIds(member, ids)]
  })
  return Object.fromEntries(entries)
}
