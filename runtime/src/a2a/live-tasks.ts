/** The tasks that run in this process. A caller may disconnect, and subscribe again later. */
import type { DataStore } from '#contract/config/data.ts'
import { A2aError } from './protocol.ts'
import type { Outcome } from './run-work.ts'
import { type ArtifactUpdate, createAgentMessage, hasEnded, type StoredTask, type StreamEvent } from './task.ts'
import type { TaskStore } from './task-store.ts'

/** A running task. */
export interface LiveTask {
  /** The task as it was last stored. */
  readonly task: StoredTask
  /** The task at the start of its work. The events of `listen` follow it. */
  readonly initial: StoredTask
  /** Ends the work and ignores its result. */
  abort(): void
  /** Resolves with the task when its work has ended. Never rejects. */
  readonly done: Promise<StoredTask>
  /**
   * Passes all changes since the start of the work, and all later ones, to the listener. Returns a function that ends
   * the subscription.
   */
  listen(listener: (event: StreamEvent) => void): () => void
}

export interface LiveTasks {
  get(id: string): LiveTask | undefined
  /**
   * Starts the work of a task.
   *
   * @throws A2aError `UNSUPPORTED_OPERATION` for a task that is running.
   */
  start(task: StoredTask, work: RunningWork): Promise<LiveTask>
  /** Whether a process has recently reported that it runs the task. */
  isAlive(id: string): Promise<boolean>
}

export interface RunningWork {
  readonly store: TaskStore
  run(signal: AbortSignal, onText: (artifactId: string, delta: string, append: boolean) => void): Promise<Outcome>
  /** Discards a proposal of a task that was cancelled in the meantime. */
  withdraw(id: string): Promise<unknown>
  warn(message: string, cause: unknown): void
}

/** A task is lost if its process hasn't reported for this time in milliseconds. */
export const ALIVE_MS = 60_000
const HEARTBEAT_MS = 20_000
/** Interval in milliseconds at which a process checks whether another one has cancelled its task. */
const CANCEL_POLL_MS = 500

export function createLiveTasks(data: Pick<DataStore, 'read' | 'write'>): LiveTasks {
  const live = new Map<string, LiveTask>()
  const sendHeartbeat = (id: string) => data.write(`a2a-alive:${id}`, '1', ALIVE_MS)

  async function start(before: StoredTask, work: RunningWork): Promise<LiveTask> {
    const { id } = before
    if (live.has(id)) throw createBusyError()
    const running = new Running(before, work)
    live.set(id, running)
    try {
      await sendHeartbeat(id)
      await running.begin()
    } catch (error) {
      live.delete(id)
      throw error
    }
    const timers = [
      setInterval(() => void sendHeartbeat(id).catch(() => undefined), HEARTBEAT_MS),
      setInterval(() => void abortWhenEnded(running, work.store), CANCEL_POLL_MS),
    ]
    for (const timer of timers) timer.unref()
    running.done.then(() => {
      for (const timer of timers) clearInterval(timer)
      live.delete(id)
    })
    return running
  }

  return {
    get: (id) => live.get(id),
    start,
    isAlive: async (id) => live.has(id) || (await data.read(`a2a-alive:${id}`)) !== undefined,
  }
}

/**
 * Aborts the work if the task has ended in the store: `CancelTask` may reach another process. If the store is
 * unavailable, the next check tries again.
 */
async function abortWhenEnded(running: LiveTask, store: TaskStore): Promise<void> {
  const stored = await store.readSummary(running.task.id).catch(() => undefined)
  if (stored !== undefined && hasEnded(stored)) running.abort()
}

/** Creates the error for a message to a running task. */
export function createBusyError(): A2aError {
  return new A2aError('UNSUPPORTED_OPERATION', {
    message: 'The task is still running. Wait for it, or send the message without its taskId.',
  })
}

class Running implements LiveTask {
  task: StoredTask
  initial: StoredTask
  readonly done: Promise<StoredTask>
  readonly #work: RunningWork
  readonly #aborter = new AbortController()
  readonly #listeners = new Set<(event: StreamEvent) => void>()
  readonly #events: StreamEvent[] = []
  #resolveBegun: () => void = () => undefined

  constructor(task: StoredTask, work: RunningWork) {
    this.task = task
    this.initial = task
    this.#work = work
    const begun = new Promise<void>((resolve) => {
      this.#resolveBegun = resolve
    })
    this.done = begun.then(() => this.#run())
  }

  async begin(): Promise<void> {
    this.task = await this.#work.store.update(this.task, { state: 'TASK_STATE_WORKING' })
    this.initial = this.task
    this.#resolveBegun()
  }

  abort(): void {
    this.#aborter.abort()
  }

  listen(listener: (event: StreamEvent) => void): () => void {
    for (const event of this.#events) listener(event)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #run(): Promise<StoredTask> {
    const outcome = await this.#outcome()
    try {
      this.task = await this.#store(outcome)
    } catch (error) {
      this.#work.warn(`The outcome of the task ${this.task.id} could not be stored.`, error)
    }
    const { id: taskId, contextId, status } = this.task
    this.#emit({ statusUpdate: { taskId, contextId, status } })
    return this.task
  }

  async #outcome(): Promise<Outcome> {
    try {
      return await this.#work.run(this.#aborter.signal, (artifactId, delta, append) =>
        this.#emitArtifact({
          artifact: { artifactId, name: 'answer', parts: [{ text: delta }] },
          append,
          lastChunk: false,
        }),
      )
    } catch (error) {
      this.#work.warn(`The task ${this.task.id} failed.`, error)
      return {
        state: 'TASK_STATE_FAILED',
        message: [{ text: 'Error: internal error' }],
        artifacts: [],
        pendingCalls: [],
      }
    }
  }

  async #store({ state, message, artifacts, pendingCalls }: Outcome): Promise<StoredTask> {
    const { store, withdraw } = this.#work
    const now = await store.read(this.task.id)
    if (now !== undefined && hasEnded(now)) {
      for (const { id } of pendingCalls) await withdraw(id)
      return now
    }
    const status = { ...(message.length > 0 && { message: createAgentMessage(this.task, message) }) }
    const proposals = pendingCalls.map(({ id, tool }) => ({ id, tool }))
    const task = {
      ...this.task,
      artifacts: [...this.task.artifacts, ...artifacts],
      pendingCalls: [...this.task.pendingCalls, ...proposals],
    }
    for (const artifact of artifacts) this.#emitArtifact({ artifact, append: false, lastChunk: true })
    return task.pendingCalls.length > 0
      ? store.update(task, { ...status, state: 'TASK_STATE_AUTH_REQUIRED' })
      : store.end(task, { ...status, state })
  }

  #emitArtifact(update: Omit<ArtifactUpdate, 'taskId' | 'contextId'>): void {
    const { id: taskId, contextId } = this.task
    this.#emit({ artifactUpdate: { taskId, contextId, ...update } })
  }

  #emit(event: StreamEvent): void {
    this.#events.push(event)
    for (const listener of this.#listeners) listener(event)
  }
}
