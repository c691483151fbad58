/**
 * The changes of live reads for one tab. All tabs of a browser share one stream: the leader has it, which holds a lock of the
 * browser, and the tabs exchange receipts and versions with it, never values. Loaded by the first live read.
 */
import { type Changes, StreamLeader } from './stream-leader.ts'

/** Name of the lock and of the channel. Tabs whose messages have another form use another name. */
const NAME = 'fw:live:1'
/** Time in milliseconds after which a hidden tab gives up its part. It compares its reads when it is shown again. */
const HIDDEN_MS = 300_000
/** Time in milliseconds in which a leader has to respond: the browser may have suspended its tab. */
const LEADER_MS = 3000

/** Messages between tabs. `tab`: the sender of receipts, or the receiver of changes. */
type TabMessage =
  | { readonly type: 'receipts'; readonly tab: string; readonly receipts: readonly string[] }
  | { readonly type: 'changes'; readonly tab: string | undefined; readonly changed: Changes }
  /** Sent by a new leader, which needs all receipts, and as the response to `ping`. */
  | { readonly type: 'leader'; readonly isNew: boolean }
  | { readonly type: 'ping' }
  | { readonly type: 'session' }

export interface TabEvents {
  /** Versions that data has now, by the tags of receipts. */
  change(changed: Changes): void
  /** The user of this browser has changed. */
  endSession(): void
  /** The tab is online or shown again. */
  wake(): void
}

export interface TabStream {
  setReceipts(receipts: readonly string[]): void
}

/** Reports changes from now on. Call it once. */
export function watchTab(events: TabEvents): TabStream {
  const tab = new TabShare(events)
  let hiding: ReturnType<typeof setTimeout> | undefined
  const stop = () => tab.stop()
  const start = () => {
    clearTimeout(hiding)
    tab.start()
    tab.wake()
    events.wake()
  }
  addEventListener('online', start)
  addEventListener('pagehide', stop)
  addEventListener('pageshow', (event) => event.persisted && start())
  document.addEventListener('freeze', stop)
  document.addEventListener('resume', start)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') start()
    else hiding = setTimeout(stop, HIDDEN_MS)
  })
  // An image with this name would be a member of the document, too.
  if ('prerendering' in document && document.prerendering === true)
    document.addEventListener('prerenderingchange', start)
  else tab.start()
  return tab
}

class TabShare implements TabStream {
  readonly #events: TabEvents
  readonly #id = Math.random().toString(36).slice(2)
  #receipts: readonly string[] = []
  #channel: BroadcastChannel | undefined
  #leader: StreamLeader | undefined
  /** Aborts the request for the lock, or releases it. */
  #leave: (() => void) | undefined
  #deadline: ReturnType<typeof setTimeout> | undefined

  constructor(events: TabEvents) {
    this.#events = events
  }

  setReceipts(receipts: readonly string[]): void {
    const isEqual =
      receipts.length === this.#receipts.length && receipts.every((one, index) => one === this.#receipts[index])
    if (isEqual) return
    this.#receipts = receipts
    this.#sendReceipts()
  }

  start(): void {
    if (this.#leave !== undefined) return
    // Pages that aren't served over HTTPS have no locks. Each of their tabs has a stream.
    if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
      this.#leave = () => undefined
      this.#lead()
      return
    }
    this.#channel = new BroadcastChannel(NAME)
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#take(data)
    this.#requestLock(false)
    this.#sendReceipts()
  }

  stop(): void {
    clearTimeout(this.#deadline)
    this.#send({ type: 'receipts', tab: this.#id, receipts: [] })
    this.#leader?.close()
    this.#leader = undefined
    this.#channel?.close()
    this.#channel = undefined
    this.#leave?.()
    this.#leave = undefined
  }

  /** Opens a lost stream at once, and replaces a leader that is suspended. */
  wake(): void {
    this.#leader?.wake()
    if (this.#leader !== undefined || this.#channel === undefined) return
    this.#send({ type: 'ping' })
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => this.#requestLock(true), LEADER_MS)
  }

  #requestLock(steal: boolean): void {
    this.#leave?.()
    const request = new AbortController()
    const held = new Promise<void>((resolve) => {
      this.#leave = () => {
        request.abort()
        resolve()
      }
    })
    const lead = () => {
      if (request.signal.aborted) return undefined
      this.#lead()
      return held
    }
    const options: LockOptions = steal ? { steal } : { signal: request.signal } // a browser refuses both
    void navigator.locks.request(NAME, options, lead).catch(() => {
      // Another tab has stolen the lock, while the browser had suspended this one.
      if (request.signal.aborted) return
      this.#leader?.close()
      this.#leader = undefined
      this.#requestLock(false)
    })
  }

  #lead(): void {
    clearTimeout(this.#deadline)
    this.#leader = new StreamLeader({
      change: (changed, tab) => {
        if (tab === undefined || tab === this.#id) this.#events.change(changed)
        if (tab !== this.#id) this.#send({ type: 'changes', tab, changed })
      },
      endSession: () => {
        this.#send({ type: 'session' })
        this.#events.endSession()
      },
    })
    this.#send({ type: 'leader', isNew: true })
    this.#sendReceipts()
  }

  #take(message: TabMessage): void {
    if (message.type === 'receipts') this.#leader?.setReceipts(message.tab, message.receipts)
    else if (message.type === 'ping') {
      if (this.#leader !== undefined) this.#send({ type: 'leader', isNew: false })
      this.#leader?.wake()
    } else if (message.type === 'leader') {
      clearTimeout(this.#deadline)
      if (message.isNew) this.#sendReceipts()
    } else if (message.type === 'session') this.#events.endSession()
    else if (message.tab === undefined || message.tab === this.#id) this.#events.change(message.changed)
  }

  #sendReceipts(): void {
    if (this.#leader !== undefined) this.#leader.setReceipts(this.#id, this.#receipts)
    else this.#send({ type: 'receipts', tab: this.#id, receipts: this.#receipts })
  }

  #send(message: TabMessage): void {
    this.#channel?.postMessage(message)
  }
}
