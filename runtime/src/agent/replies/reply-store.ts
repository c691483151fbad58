/** What the processes of an app store about replies, so that each of them can send the replies of the others. */
import type { SharedTurnData } from '#contract/agent/turn-deps.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { shortenKey } from '#digest/shorten-key.ts'
import { StoreSignals } from '#signals/store-signals.ts'

/** Time in milliseconds for which entries of a running reply are stored. They are renewed before. */
export const REPLY_MS = 15 * 60_000
/** A process has ended if it hasn't reported for this time in milliseconds. */
const ALIVE_MS = 7_500
/** A reader at another process has left if it hasn't reported for this time in milliseconds. */
const READER_MS = 15_000
/** Time in milliseconds for which a command is stored. The process of the reply reads it after moments. */
const COMMAND_MS = 30_000
const CHANNEL = 'agent-replies'

/** A reply that a process has begun. */
export interface ReplyRecord {
  readonly id: string
  /** Subject that may read the reply. */
  readonly owner: string
  /** Id of the process that runs the turn. */
  readonly process: string
  /** The client is one of the AI SDK. */
  readonly withOutputs: boolean
  /** Number of the oldest stored batch. */
  readonly firstBatch: number
  /** Number of the last event, once a reader has received the whole reply. */
  readonly read?: number
}

/** Successive events of a reply. */
interface ReplyBatch {
  /** Number of its first event. */
  readonly first: number
  /** In their wire format. */
  readonly events: readonly string[]
  /** How the reply has ended; absent while it runs. */
  readonly end?: 'done' | 'failed'
}

/** Ends the turn now, or when it has no reader. */
export type ReplyCommand = 'stop' | 'replace'

export class ReplyStore {
  readonly #data: SharedTurnData
  readonly #signals: StoreSignals

  constructor(data: SharedTurnData) {
    this.#data = data
    this.#signals = new StoreSignals(data, CHANNEL)
  }

  /** Returns the newest reply of this owner with the id, or the client's id of the conversation. */
  async find(owner: string, idOrName: string): Promise<ReplyRecord | undefined> {
    const id = (await this.#data.read(toNameKey(owner, idOrName))) ?? idOrName
    const record = await this.readRecord(id)
    return record?.owner === owner ? record : undefined
  }

  /** Makes a reply the newest of its conversation. Returns the id of the earlier one. */
  async name(owner: string, name: string, id: string): Promise<string | undefined> {
    const key = toNameKey(owner, name)
    const earlier = await this.#data.read(key)
    await this.#data.write(key, id, REPLY_MS)
    return earlier
  }

  readRecord(id: string): Promise<ReplyRecord | undefined> {
    return this.#read(toKey(id))
  }

  writeRecord(record: ReplyRecord, ttlMs = REPLY_MS): Promise<void> {
    return this.#data.write(toKey(record.id), JSON.stringify(record), ttlMs)
  }

  removeRecord(id: string): Promise<void> {
    return this.#data.remove(toKey(id))
  }

  readBatch(id: string, number: number): Promise<ReplyBatch | undefined> {
    return this.#read(toKey(id, number))
  }

  /** Stores a batch, and wakes the readers of the reply. */
  async writeBatch(id: string, number: number, batch: ReplyBatch): Promise<void> {
    await this.#data.write(toKey(id, number), JSON.stringify(batch), REPLY_MS)
    await this.#signals.send(toKey(id, 'events'))
  }

  removeBatch(id: string, number: number): Promise<void> {
    return this.#data.remove(toKey(id, number))
  }

  /** Calls `check` when another batch may be stored. Returns a function that ends the wait. */
  waitForBatch(id: string, check: () => void): () => void {
    return this.#signals.wait(toKey(id, 'events'), check)
  }

  /** Reports a reader at this process. With `wake`, the process of the reply learns of it immediately. */
  async reportReader(id: string, wake: boolean): Promise<void> {
    await this.#data.write(toKey(id, 'reader'), '1', READER_MS)
    if (wake) await this.#signals.send(toKey(id))
  }

  async hasReader(id: string): Promise<boolean> {
    return (await this.#data.read(toKey(id, 'reader'))) !== undefined
  }

  /** Sends a command to the process of a reply. */
  async command(id: string, command: ReplyCommand): Promise<void> {
    await this.#data.write(toKey(id, 'command'), command, COMMAND_MS)
    await this.#signals.send(toKey(id))
  }

  async readCommand(id: string): Promise<ReplyCommand | undefined> {
    return (await this.#data.read(toKey(id, 'command'))) as ReplyCommand | undefined // written above
  }

  /** Calls `check` when there may be a command, or a reader at another process. Returns a function that ends the wait. */
  waitForCommand(id: string, check: () => void): () => void {
    return this.#signals.wait(toKey(id), check)
  }

  reportProcess(process: string): Promise<void> {
    return this.#data.write(toProcessKey(process), '1', ALIVE_MS)
  }

  removeProcess(process: string): Promise<void> {
    return this.#data.remove(toProcessKey(process))
  }

  async isAlive(process: string): Promise<boolean> {
    return (await this.#data.read(toProcessKey(process))) !== undefined
  }

  async #read<Value>(key: string): Promise<Value | undefined> {
    const text = await this.#data.read(key)
    return text === undefined ? undefined : (tryParseJson(text) as Value | undefined) // written by this class
  }
}

function toKey(id: string, part?: string | number): string {
  return shortenKey(part === undefined ? `reply:${id}` : `reply:${id}:${part}`)
}

function toNameKey(owner: string, name: string): string {
  return shortenKey(`reply-name:${JSON.stringify([owner, name])}`)
}

function toProcessKey(process: string): string {
  return `reply-process:${process}`
}
