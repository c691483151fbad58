/** The tasks that run in this process. A caller may disconnect, and subscribe again later. */
import type { DataStore } from '#contract/config/data.ts'
import { waitUntil } from '#contract/wait-until.ts'
import { StoreSignals } from '#signals/store-signals.ts'
import { A2aError } from './protocol.ts'
import type { Outcome } from './run-work.ts'
import {
  createAgentMessage,
  createArtifactUpdate,
  createStatusUpdate,
  hasEnded,
  type StoredTask,
  type StreamEvent,
  type TaskEdit,
} from './task.ts'
import { TASKS_CHANNEL } from './task-polls.ts'
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
  /** Starts the work of a task, whose `work` names it. */
  start(task: StoredTask, work: RunningWork): Promise<LiveTask>
  /** Reports that a process runs this work. */
  sendHeartbeat(work: string): Promise<void>
  /** Whether a process has recently reported that it runs this work. */
  isAlive(work: string): Promise<boolean>
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

export function createLiveTasks(data: Pick<DataStore, 'read' | 'write' | 'publish' | 'watch'>): LiveTasks {
  const live = new Map<string, LiveTask>()
  // Another process may cancel a task that runs here.
  const changes = new StoreSignals(data, TASKS_CHANNEL)
  const sendHeartbeat = (work: string) => data.write(`a2a-alive:${work}`, '1', ALIVE_MS)

  return {
    get: (id) => live.get(id),
    async start(task, work) {
      const { id, work: name = '' } = task
      await sendHeartbeat(name)
      const running = new Running(task, work)
      live.set(id, running)
      const heartbeat = setInterval(() => void sendHeartbeat(name).catch(() => undefined), HEARTBEAT_MS).unref()
      const endWait = changes.wait(id, () => void abortWhenEnded(running, work.store))
      const ended = running.done.then(() => {
        clearInterval(heartbeat)
        endWait()
        // The next message may have started its work already.
        if (live.get(id) === running) live.delete(id)
      })
      waitUntil(ended)
      return running
    },
    sendHeartbeat,
    isAlive: async (work) => (await data.read(`a2a-alive:${work}`)) !== undefined,
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
  readonly initial: StoredTask
  readonly done: Promise<StoredTask>
  readonly #work: RunningWork
  readonly #aborter = new AbortController()
  readonly #listeners = new Set<(event: StreamEvent) => void>()
  readonly #events: StreamEvent[] = []

  constructor(task: StoredTask, work: RunningWork) {
    this.task = task
    this.initial = task
    this.#work = work
    this.done = Promise.resolve().then(() => this.#run())
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
    this.#emit(createStatusUpdate(this.task))
    return this.task
  }

  async #outcome(): Promise<Outcome> {
    try {
      return await this.#work.run(this.#aborter.signal, (artifactId, delta, append) =>
        this.#emitArtifact(JSON.stringify({ artifactId, name: 'answer', parts: [{ text: delta }] }), append, false),
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

  /** Stores the outcome, unless the task has been cancelled in the meantime. */
  async #store(outcome: Outcome): Promise<StoredTask> {
    const { artifacts, pendingCalls } = outcome
    const { store, withdraw } = this.#work
    const stored = await store.change(this.task.id, (now) => (hasEnded(now) ? undefined : addOutcome(now, outcome)))
    const isAdded = stored !== undefined && artifacts.every((artifact) => stored.artifacts.includes(artifact))
    if (isAdded) for (const artifact of artifacts) this.#emitArtifact(artifact, false, true)
    if (stored === undefined || hasEnded(stored)) for (const { id } of pendingCalls) await withdraw(id)
    return stored ?? this.task
  }

  #emitArtifact(artifact: string, append: boolean, lastChunk: boolean): void {
    this.#emit(createArtifactUpdate(this.task, { artifact, append, lastChunk }))
  }

  #emit(event: StreamEvent): void {
    this.#events.push(event)
    for (const listener of this.#listeners) listener(event)
  }
}

/** Returns the task with the outcome of its work. It stays open while one of its calls is pending. */
function addOutcome(task: StoredTask, { state, message, artifacts, pendingCalls }: Outcome): TaskEdit {
  const { work: _ended, ...rest } = task
  const calls = [...task.pendingCalls, ...pendingCalls.map(({ id, tool }) => ({ id, tool }))]
  return {
    ...rest,
    artifacts: [...task.artifacts, ...artifacts],
    pendingCalls: calls,
    status: {
      state: calls.length > 0 ? 'TASK_STATE_AUTH_REQUIRED' : state,
      ...(message.length > 0 && { message: createAgentMessage(task, message) }),
    },
  }
}
