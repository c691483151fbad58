/** Polls of tasks that a user or another process changes: one per task, however many clients have subscribed to it. */
import type { StoredTask, TaskSummary } from './task.ts'

/** The state of a task at a poll. */
export interface PolledTask {
  readonly summary: TaskSummary
  /** Reads the whole task, once for all subscribers. */
  readTask(): Promise<StoredTask | undefined>
}

export interface TaskPolls {
  /** Resolves at the next poll of the task; with `undefined` once it has expired. */
  wait(id: string, source: PollSource): Promise<PolledTask | undefined>
}

interface PollSource {
  readSummary(id: string): Promise<TaskSummary | undefined>
  readTask(id: string): Promise<StoredTask | undefined>
}

/** @param pollMs Interval in milliseconds between two polls of a task. */
export function createTaskPolls(pollMs: number): TaskPolls {
  const polls = new Map<string, Promise<PolledTask | undefined>>()

  async function poll(id: string, source: PollSource): Promise<PolledTask | undefined> {
    await new Promise((resolve) => setTimeout(resolve, pollMs).unref())
    // A client that subscribes during the read waits for the next poll, because this one may miss a change.
    polls.delete(id)
    const summary = await source.readSummary(id)
    let task: Promise<StoredTask | undefined> | undefined
    return summary && { summary, readTask: () => (task ??= source.readTask(id)) }
  }

  return {
    wait(id, source) {
      const known = polls.get(id)
      if (known !== undefined) return known
      const next = poll(id, source)
      polls.set(id, next)
      // All subscribers may have disconnected before the store fails.
      next.catch(() => undefined)
      return next
    },
  }
}
