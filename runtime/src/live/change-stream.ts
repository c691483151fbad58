/** The stream of one browser: it reports which of its reads have changed. It holds only what it needs, because most are idle. */
import type { BodySink, PushedBody } from '#contract/http/request.ts'
import type { LiveEndReason, LiveEvents } from '#contract/live/wire.ts'
import type { Subscriber, TagSet } from './tag-sets.ts'

/** The read of a receipt; undefined for a receipt that couldn't be opened. */
export type StreamRead = { readonly tags: readonly string[]; readonly versions: string } | undefined

/** The part of a hub that a stream uses. */
interface Hub<Caller> {
  /** Called when the body begins. Returns the sets of the reads. */
  open(stream: ChangeStream<Caller>, reads: readonly StreamRead[]): readonly TagSet[]
  close(stream: ChangeStream<Caller>): void
}

export class ChangeStream<Caller> implements PushedBody, Subscriber {
  readonly isUnbound = true
  readonly caller: Caller
  /** Time of the next heartbeat, by the clock of the hub. */
  dueAt = 0
  sets: readonly TagSet[] = []
  readonly #hub: Hub<Caller>
  #reads: readonly StreamRead[]
  #sink: BodySink | undefined
  /** Changes that haven't been sent, by the index of the read: at most one for each. */
  #pending: Map<number, string> | undefined
  #isFull = false

  constructor(hub: Hub<Caller>, caller: Caller, reads: readonly StreamRead[]) {
    this.#hub = hub
    this.caller = caller
    this.#reads = reads
  }

  open(sink: BodySink): void {
    const reads = this.#reads
    this.#reads = []
    this.#sink = sink
    this.#write(formatEvent('open', {}))
    for (const [index, read] of reads.entries()) if (read === undefined) this.change(index, '')
    this.sets = this.#hub.open(this, reads)
    this.send()
  }

  cancel(): void {
    this.#sink = undefined
    this.#hub.close(this)
  }

  change(index: number, versions: string): void {
    this.#pending ??= new Map()
    this.#pending.set(index, versions)
  }

  send(): void {
    const pending = this.#pending
    if (pending === undefined || this.#isFull || this.#sink === undefined) return
    this.#pending = undefined
    this.#write(formatEvent('change', [...pending]))
  }

  /** Sends a comment, so that nothing on the way closes a silent connection. */
  beat(): void {
    if (!this.#isFull) this.#write(':\n\n')
  }

  end(reason: LiveEndReason): void {
    const sink = this.#sink
    if (sink === undefined) return
    this.#write(formatEvent('end', reason))
    this.#sink = undefined
    this.#hub.close(this)
    sink.end()
  }

  #write(text: string): void {
    const room = this.#sink?.write(text)
    if (room === undefined) return
    this.#isFull = true
    void room.then(() => {
      this.#isFull = false
      this.send()
    })
  }
}

function formatEvent<Name extends keyof LiveEvents>(event: Name, data: LiveEvents[Name]): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
