/** A task as a stream: itself first, then what changes, until it has ended or nobody listens. */
import type { LiveTask, LiveTasks } from './live-tasks.ts'
import { hasEnded, type KeptTask, type StreamEvent, type TaskView, toWireTask } from './task.ts'

export interface WatchOptions {
  readonly live: LiveTasks
  /** Its work, where that has just begun here. */
  readonly running?: LiveTask | undefined
  /** The task as it is now; undefined once it is forgotten. */
  refresh(id: string): Promise<KeptTask | undefined>
  /** Between two looks at a task that does not run here, in milliseconds. */
  readonly pollMs: number
  readonly view: TaskView | undefined
}

/** Goes on while the task waits for a person (specification, 7.6.1). */
export async function* watchTask(
  first: KeptTask,
  { live, running = live.get(first.id), refresh, pollMs, view }: WatchOptions,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  let known = running?.began ?? first
  yield { task: toWireTask(known, view) }
  if (running !== undefined) known = yield* follow(running, signal)
  while (!hasEnded(known) && !signal.aborted) {
    await pause(pollMs, signal)
    if (signal.aborted) return
    const again = live.get(known.id)
    const now = again === undefined ? await refresh(known.id) : again.began
    if (now === undefined) return
    yield* listChanges(known, now)
    known = again === undefined ? now : yield* follow(again, signal)
  }
}

/** Between two looks: new artifacts, then the new status. */
function* listChanges(before: KeptTask, now: KeptTask): Generator<StreamEvent, void> {
  const { id: taskId, contextId, status } = now
  const known = new Set(before.artifacts.map(({ artifactId }) => artifactId))
  for (const artifact of now.artifacts)
    if (!known.has(artifact.artifactId))
      yield { artifactUpdate: { taskId, contextId, artifact, append: false, lastChunk: true } }
  if (status.timestamp !== before.status.timestamp || status.state !== before.status.state)
    yield { statusUpdate: { taskId, contextId, status } }
}

/** Everything that a running task tells, in order; answers the task as it is at the end. */
async function* follow(running: LiveTask, signal: AbortSignal): AsyncGenerator<StreamEvent, KeptTask> {
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    timer.unref()
    signal.addEventListener('abort', end, { once: true })
  })
}
