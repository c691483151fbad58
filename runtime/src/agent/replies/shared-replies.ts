/** The replies of this process that clients can resume at other processes, which use the same data store. */
import type { SharedTurnData } from '#contract/agent/turn-deps.ts'
import { waitUntil } from '#contract/wait-until.ts'
import { type ReplyCommand, ReplyStore } from './reply-store.ts'
import { type ReplySource, SharedReply } from './shared-reply.ts'

const HEARTBEAT_MS = 2_500

interface NewReply {
  readonly source: ReplySource
  readonly owner: string
  /** The client's id of the conversation. */
  readonly name: string | undefined
  readonly onCommand: (command: ReplyCommand) => void
}

interface Entry {
  readonly reply: SharedReply
  readonly endWait: () => void
}

export class SharedReplies {
  readonly store: ReplyStore
  readonly #process: string = crypto.randomUUID()
  readonly #entries = new Map<string, Entry>()
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor(data: SharedTurnData) {
    this.store = new ReplyStore(data)
  }

  /** Adds a reply, which an earlier one of its conversation makes room for. */
  add({ source, owner, name, onCommand }: NewReply): SharedReply {
    const { id } = source
    const reply = new SharedReply(this.store, source, owner, this.#process)
    const check = () => void this.#check(reply, id, onCommand).catch(() => undefined)
    this.#entries.set(id, { reply, endWait: this.store.waitForCommand(id, check) })
    if (this.#heartbeat === undefined) {
      this.#report()
      this.#heartbeat = setInterval(() => this.#report(), HEARTBEAT_MS)
      this.#heartbeat.unref?.()
    }
    if (name !== undefined) waitUntil(this.#replaceEarlier(owner, name, id).catch(() => undefined))
    return reply
  }

  /** Removes a reply. With `keep`, other processes can still send it. */
  remove(id: string, keep = false): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    entry.endWait()
    entry.reply.remove(keep)
    if (this.#entries.size > 0) return
    clearInterval(this.#heartbeat)
    this.#heartbeat = undefined
    if (keep) waitUntil(this.store.removeProcess(this.#process).catch(() => undefined))
  }

  async #replaceEarlier(owner: string, name: string, id: string): Promise<void> {
    const earlier = await this.store.name(owner, name, id)
    // Those of this process have been replaced.
    if (earlier !== undefined && !this.#entries.has(earlier)) await this.store.command(earlier, 'replace')
  }

  async #check(reply: SharedReply, id: string, onCommand: (command: ReplyCommand) => void): Promise<void> {
    const [command, hasReader] = await Promise.all([this.store.readCommand(id), this.store.hasReader(id)])
    if (!this.#entries.has(id)) return
    if (hasReader) reply.share()
    if (command !== undefined) onCommand(command)
  }

  #report(): void {
    void this.store.reportProcess(this.#process).catch(() => undefined)
    for (const { reply } of this.#entries.values()) reply.renew()
  }
}

const opened = new WeakMap<SharedTurnData, SharedReplies>()

/** Returns the replies in a store; undefined without a store that other processes use. */
export function openSharedReplies(data: SharedTurnData | undefined): SharedReplies | undefined {
  if (data === undefined) return undefined
  const replies = opened.get(data) ?? new SharedReplies(data)
  opened.set(data, replies)
  return replies
}
