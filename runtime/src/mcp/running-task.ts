/** A call that goes on as a task after its client has received the task. */
import type { ParkedResult } from '#contract/agent/proposal.ts'
import type { ClientAnswer, ClientRequest } from '#contract/http/call-client.ts'
import { FwError } from '#contract/http/error.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import type { StoreSignals } from '#signals/store-signals.ts'
import type { McpReply } from './host.ts'
import { type McpTask, type McpTaskStore, READABLE_MS } from './task-store.ts'

/** A task is lost if its process hasn't reported for this time in milliseconds. */
const ALIVE_MS = 60_000
const HEARTBEAT_MS = 20_000

/** Time in milliseconds for which a call waits for the client's response to its questions. */
const ANSWER_MS = 30 * 60_000

type Questions = Readonly<Record<string, ClientRequest>>

export class RunningTask {
  readonly #store: McpTaskStore
  readonly #signals: StoreSignals
  readonly #now: () => number
  readonly #cancel: () => void
  #created: Promise<McpTask> | undefined
  readonly #askedKeys = new Set<string>()
  /** Changes of the task follow one another. */
  #writing: Promise<unknown> = Promise.resolve()
  #hasEnded = false

  /**
   * @param signals Those of `TASK_MESSAGES_CHANNEL`.
   * @param cancel Aborts the call.
   */
  constructor(store: McpTaskStore, signals: StoreSignals, now: () => number, cancel: () => void) {
    this.#store = store
    this.#signals = signals
    this.#now = now
    this.#cancel = cancel
  }

  /** Stores the task. Rejects while the store is unavailable. */
  create(): Promise<McpTask> {
    this.#created ??= this.#create()
    return this.#created
  }

  async #create(): Promise<McpTask> {
    const at = this.#now()
    const alive = { aliveUntil: at + ALIVE_MS, expiresAt: at + READABLE_MS }
    const task: McpTask = {
      id: await this.#store.createId(),
      status: 'working',
      createdAt: at,
      updatedAt: at,
      ...alive,
    }
    await this.#store.write(task)
    return task
  }

  /** Follows the call until it ends, and stores its outcome. Never rejects. */
  async follow(reply: Promise<McpReply>, warn: (error: unknown) => void): Promise<void> {
    const heartbeat = setInterval(() => void this.#edit((task) => task).catch(() => undefined), HEARTBEAT_MS).unref()
    const outcome = reply.then(readOutcome, toInternalError)
    let endWait = (): void => undefined
    try {
      const { id } = await this.create()
      endWait = this.#signals.wait(id, () => void this.#cancelIfRequested().catch(() => undefined))
      await this.#end(await outcome)
    } catch (error) {
      warn(error)
    } finally {
      clearInterval(heartbeat)
      endWait()
    }
  }

  /** Ends the call, which waits for a decision. */
  park({ id, expiresAt }: ParkedResult, message: string, questions: Questions | undefined): Promise<McpTask> {
    return this.#end({
      status: questions === undefined ? 'working' : 'input_required',
      message,
      proposal: id,
      ...(questions !== undefined && { questions }),
      expiresAt: expiresAt + READABLE_MS,
    })
  }

  /** Asks the client, which reads the questions with the task. */
  async ask(questions: Questions, signal: AbortSignal): Promise<Readonly<Record<string, ClientAnswer>>> {
    const names = Object.keys(questions)
    const asked = Object.fromEntries(Object.entries(questions).map(([name, one]) => [this.#chooseKey(name), one]))
    const keys = Object.keys(asked)
    const task = await this.#edit(({ questions: open, ...task }) => ({
      ...task,
      status: 'input_required',
      questions: { ...open, ...asked },
      updatedAt: this.#now(),
    }))
    const answers = await Promise.all(keys.map((key) => this.#wait(task, key, signal)))
    await this.#edit(({ questions: open = {}, ...task }) => {
      const rest = Object.entries(open).filter(([key]) => !keys.includes(key))
      const status = rest.length === 0 ? 'working' : 'input_required'
      return { ...task, status, questions: Object.fromEntries(rest), updatedAt: this.#now() }
    })
    return Object.fromEntries(names.map((name, index) => [name, answers[index] ?? {}]))
  }

  /** A key names one question for the lifetime of the task. */
  #chooseKey(name: string): string {
    let key = name
    for (let count = 2; this.#askedKeys.has(key); count++) key = `${name}-${count}`
    this.#askedKeys.add(key)
    return key
  }

  async #wait(task: McpTask, key: string, signal: AbortSignal): Promise<ClientAnswer> {
    const until = this.#now() + ANSWER_MS
    let end = (): void => undefined
    const answer = await new Promise<ClientAnswer | undefined>((resolve) => {
      const leave = (): void => resolve(undefined)
      const endWait = this.#signals.wait(task.id, () => {
        if (this.#now() >= until) return leave()
        // If the store is unavailable, the next check tries again.
        this.#store.readAnswer(task, key).then(
          (found) => found !== undefined && resolve(found),
          () => undefined,
        )
      })
      end = () => {
        endWait()
        signal.removeEventListener('abort', leave)
      }
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave)
    })
    end()
    if (answer !== undefined) return answer
    const reason = signal.aborted
      ? 'The task was cancelled before the client has responded.'
      : 'The client has not responded.'
    throw new FwError('unavailable', { message: reason })
  }

  async #cancelIfRequested(): Promise<void> {
    if (!(await this.#store.isCancelled(await this.create()))) return
    await this.#end({ status: 'cancelled' })
    this.#cancel()
  }

  /** Ends the call of a task whose place a newer one has taken: its client can neither answer nor read it. */
  #drop(): void {
    this.#hasEnded = true
    this.#cancel()
  }

  #end(change: Partial<McpTask>): Promise<McpTask> {
    return this.#edit(({ questions: _, ...task }) => {
      this.#hasEnded = true
      return { ...task, ...change, updatedAt: this.#now() }
    })
  }

  /** Changes the stored task, unless it has ended. Every change reports that its call runs. */
  #edit(edit: (task: McpTask) => McpTask): Promise<McpTask> {
    const next = this.#writing.then(async () => {
      const created = await this.create()
      const stored = await this.#store.read(created.id)
      if (stored === undefined) this.#drop()
      const { aliveUntil: _, ...task } = stored ?? created
      if (this.#hasEnded) return task
      const at = this.#now()
      const edited = edit({ ...task, expiresAt: Math.max(task.expiresAt, at + READABLE_MS) })
      const changed = this.#hasEnded ? edited : { ...edited, aliveUntil: at + ALIVE_MS }
      await this.#store.write(changed)
      return changed
    })
    this.#writing = next.catch(() => undefined)
    return next
  }
}

const INTERNAL_ERROR = -32603

/** Returns the change for a call that has ended with this reply. */
export function readOutcome({ body }: McpReply): Partial<McpTask> {
  const message = typeof body === 'string' ? tryParseJson(body) : undefined
  const { result, error } = (message ?? {}) as { readonly result?: object; readonly error?: { message: string } } // written here
  if (result !== undefined) return { status: 'completed', result: JSON.stringify(result) }
  return error === undefined ? toInternalError() : createFailed(error)
}

function toInternalError(): Partial<McpTask> {
  return createFailed({ code: INTERNAL_ERROR, message: 'Internal error' })
}

/** Returns the change for a call that ended with an error of the protocol. */
function createFailed(error: { readonly code?: number; readonly message: string }): Partial<McpTask> {
  return { status: 'failed', message: error.message, error: JSON.stringify(error) }
}

/** Returns the change for a call whose process has stopped. */
export function createLost(): Partial<McpTask> {
  return createFailed({ code: INTERNAL_ERROR, message: 'The server stopped while the call ran. It may have run.' })
}
