/** The tasks that run in this process: whoever asked may leave, and come back to listen. */
import type { DataStore } from '#contract/data.ts'
import { A2aError } from './protocol.ts'
import type { Outcome } from './run-work.ts'
import { type ArtifactUpdate, agentMessage, hasEnded, type KeptTask, type StreamEvent } from './task.ts'
import type { TaskStore } from './task-store.ts'

/** A task while it runs. */
export interface LiveTask {
  /** As it was kept last. */
  readonly task: KeptTask
  /** As it was when its work began: what `listen` tells comes after it. */
  readonly began: KeptTask
  /** Ends the work; what it still comes to is thrown away. */
  abort(): void
  /** The task once its work has ended. Never rejects. */
  readonly done: Promise<KeptTask>
  /** Hears of all that has changed since the work began, and of what will. Answers what ends the listening. */
  listen(listener: (event: StreamEvent) => void): () => void
}

export interface LiveTasks {
  get(id: string): LiveTask | undefined
  /** Throws `UNSUPPORTED_OPERATION` for a task that runs. */
  start(task: KeptTask, work: RunningWork): Promise<LiveTask>
  /** Whether some process has said, a short while ago, that it runs the task. */
  isAlive(id: string): Promise<boolean>
}

export interface RunningWork {
  readonly store: TaskStore
  run(signal: AbortSignal, onText: (artifactId: string, delta: string, append: boolean) => void): Promise<Outcome>
  /** Discards what was parked for a task that was cancelled in the meantime. */
  withdraw(id: string): Promise<unknown>
  warn(message: string, cause: unknown): void
}

/** A task whose process has not said for so long that it runs is lost. */
export const ALIVE_MS = 60_000
const BEAT_MS = 20_000
/** How often a process looks whether another one has cancelled its task. */
const LOOK_EVERY_MS = 500

export function createLiveTasks(data: Pick<DataStore, 'read' | 'write'>): LiveTasks {
  const live = new Map<string, LiveTask>()
  const beat = (id: string) => data.write(`a2a-alive:${id}`, '1', ALIVE_MS)

  async function start(before: KeptTask, work: RunningWork): Promise<LiveTask> {
    const { id } = before
    if (live.has(id)) throw stillWorking()
    const running = new Running(before, work)
    live.set(id, running)
    try {
      await beat(id)
      await running.begin()
    } catch (error) {
      live.delete(id)
      throw error
    }
    const timers = [
      setInterval(() => void beat(id).catch(() => undefined), BEAT_MS),
      setInterval(() => void abortWhenEnded(running, work.store), LOOK_EVERY_MS),
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

/** `CancelTask` may reach another process, which ends the task in the store. A store that is away is asked again. */
async function abortWhenEnded(running: LiveTask, store: TaskStore): Promise<void> {
  const stored = await store.read(running.task.id).catch(() => undefined)
  if (stored !== undefined && hasEnded(stored)) running.abort()
}

/** A message to a task that runs. */
export function stillWorking(): A2aError {
  return new A2aError('UNSUPPORTED_OPERATION', {
    message: 'The task is still being worked on. Wait for it, or send the message without its taskId.',
  })
}

class Running implements LiveTask {
  task: KeptTask
  began: KeptTask
  readonly done: Promise<KeptTask>
  readonly #work: RunningWork
  readonly #aborter = new AbortController()
  readonly #listeners = new Set<(event: StreamEvent) => void>()
  readonly #told: StreamEvent[] = []
  #begun: () => void = () => undefined

  constructor(task: KeptTask, work: RunningWork) {
    this.task = task
    this.began = task
    this.#work = work
    const begun = new Promise<void>((resolve) => {
      this.#begun = resolve
    })
    this.done = begun.then(() => this.#run())
  }

  async begin(): Promise<void> {
    this.task = await this.#work.store.update(this.task, { state: 'TASK_STATE_WORKING' })
    this.began = this.task
    this.#begun()
  }

  abort(): void {
    this.#aborter.abort()
  }

  listen(listener: (event: StreamEvent) => void): () => void {
    for (const event of this.#told) listener(event)
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #run(): Promise<KeptTask> {
    const outcome = await this.#outcome()
    try {
      this.task = await this.#keep(outcome)
    } catch (error) {
      this.#work.warn(`The outcome of the task ${this.task.id} could not be kept.`, error)
    }
    const { id: taskId, contextId, status } = this.task
    this.#tell({ statusUpdate: { taskId, contextId, status } })
    return this.task
  }

  async #outcome(): Promise<Outcome> {
    try {
      return await this.#work.run(this.#aborter.signal, (artifactId, delta, append) =>
        this.#tellArtifact({
          artifact: { artifactId, name: 'answer', parts: [{ text: delta }] },
          append,
          lastChunk: false,
        }),
      )
    } catch (error) {
      this.#work.warn(`The task ${this.task.id} failed.`, error)
      return { state: 'TASK_STATE_FAILED', message: [{ text: 'Error: internal error' }], artifacts: [], waiting: [] }
    }
  }

  async #keep({ state, message, artifacts, waiting }: Outcome): Promise<KeptTask> {
    const { store, withdraw } = this.#work
    const now = await store.read(this.task.id)
    if (now !== undefined && hasEnded(now)) {
      for (const { id } of waiting) await withdraw(id)
      return now
    }
    const status = { ...(message.length > 0 && { message: agentMessage(this.task, message) }) }
    const parked = waiting.map(({ id, tool }) => ({ id, tool }))
    const task = {
      ...this.task,
      artifacts: [...this.task.artifacts, ...artifacts],
      waiting: [...this.task.waiting, ...parked],
    }
    for (const artifact of artifacts) this.#tellArtifact({ artifact, append: false, lastChunk: true })
    return task.waiting.length > 0
      ? store.update(task, { ...status, state: 'TASK_STATE_AUTH_REQUIRED' })
      : store.end(task, { ...status, state })
  }

  #tellArtifact(update: Omit<ArtifactUpdate, 'taskId' | 'contextId'>): void {
    const { id: taskId, contextId } = this.task
    this.#tell({ artifactUpdate: { taskId, contextId, ...update } })
  }

  #tell(event: StreamEvent): void {
    this.#told.push(event)
    for (const listener of this.#listeners) listener(event)
  }
}
