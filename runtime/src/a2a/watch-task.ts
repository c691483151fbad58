/** A task as a stream: first the task, then its changes, until it has ended or no client is listening. */
import type { LiveTask, LiveTasks } from './live-tasks.ts'
import {
  createArtifactUpdate,
  createStatusUpdate,
  formatObject,
  hasEnded,
  type StoredTask,
  type StreamEvent,
  type TaskView,
  toWireTask,
} from './task.ts'
import type { PolledTask } from './task-polls.ts'

interface WatchOptions {
  readonly live: LiveTasks
  /** The task's work, if it has just started here. */
  readonly running?: LiveTask | undefined
  /** Resolves when a task that doesn't run here may have changed; with `undefined` once it has expired. */
  poll(task: StoredTask): Promise<PolledTask | undefined>
  readonly view: TaskView | undefined
}

/** Yields the events of a task. Continues while the task is pending approval (specification, 7.6.1). */
export async function* watchTask(
  first: StoredTask,
  { live, running = live.get(first.id), poll, view }: WatchOptions,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  let known = running?.initial ?? first
  yield formatObject({ task: toWireTask(known, view) })
  if (running !== undefined) known = yield* follow(running, signal)
  while (!hasEnded(known) && !signal.aborted) {
    const polled = await waitUnlessAborted(poll(known), signal)
    if (signal.aborted) return
    const restarted = live.get(known.id)
    if (restarted === undefined && polled !== undefined && isCurrent(known, polled)) continue
    const now = restarted === undefined ? await polled?.readTask() : restarted.initial
    if (now === undefined) return
    yield* listChanges(known, now)
    known = restarted === undefined ? now : yield* follow(restarted, signal)
  }
}

function isCurrent({ version }: StoredTask, { summary }: PolledTask): boolean {
  return version === summary.version
}

/** Yields the changes between two reads: new artifacts, then the new status. */
function* listChanges(before: StoredTask, now: StoredTask): Generator<StreamEvent, void> {
  for (const artifact of now.artifacts.slice(before.artifacts.length))
    yield createArtifactUpdate(now, { artifact, append: false, lastChunk: true })
  if (now.version !== before.version) yield createStatusUpdate(now)
}

/** Yields all events of a running task in order, and returns the task at its end. */
async function* follow(running: LiveTask, signal: AbortSignal): AsyncGenerator<StreamEvent, StoredTask> {
  const events: StreamEvent[] = []
  let isOver = false
  let wake: () => void = () => undefined
  const stop = running.listen((event) => {
    events.push(event)
    wake()
  })
  const end = (): void => {
    isOver = true
    wake()
  }
  running.done.then(end)
  signal.addEventListener('abort', end, { once: true })
  try {
    for (;;) {
      const event = events.shift()
      if (event !== undefined) yield event
      else if (isOver) return running.task
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    stop()
    signal.removeEventListener('abort', end)
  }
}

/** Resolves with `undefined` if the signal aborts first. */
async function waitUnlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  let end: () => void = () => undefined
  const aborted = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined)
  })
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
