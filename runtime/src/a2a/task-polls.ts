/**
 * Waits for changes of tasks that a user or another process makes: one wait per task, however many clients have subscribed
 * to it. Messages of the data store end a wait; a slow poll finds what nothing reports, such as a process that has ended.
 */

import { PROPOSALS_CHANNEL } from '#contract/agent/proposal.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { StoredTask, TaskSummary } from './task.ts'

/** The state of a task at a poll. */
export interface PolledTask {
  readonly summary: TaskSummary
  /** Reads the whole task, once for all subscribers. */
  readTask(): Promise<StoredTask | undefined>
}

/** A task as its subscriber knows it. */
type KnownTask = Pick<StoredTask, 'id' | 'pendingCalls'>

export interface TaskPolls {
  /** Resolves when the task may have changed; with `undefined` once it has expired. */
  wait(task: KnownTask, source: PollSource): Promise<PolledTask | undefined>
}

interface PollSource {
  readSummary(id: string): Promise<TaskSummary | undefined>
  readTask(id: string): Promise<StoredTask | undefined>
}

/** The channel of the data store for the ids of changed tasks. */
export const TASKS_CHANNEL = 'a2a:tasks'

/** Maximum number of changes without a waiting subscriber. They are remembered, because a subscriber may be about to wait. */
const MAX_CHANGES = 1_000
/** Time after the last wait for which the channels are watched: most subscribers wait again. */
const LINGER_MS = 1_000

/** @param pollMs Interval in milliseconds between two polls of a task that nothing reports about. */
export function createTaskPolls(pollMs: number, data: Pick<DataStore, 'watch'>): TaskPolls {
  const polls = new Map<string, Promise<PolledTask | undefined>>()
  const wakes = new Map<string, Set<() => void>>()
  const changed = new Set<string>()
  let watching: Promise<readonly (() => Promise<void>)[]> | undefined

  function onChange(id: string): void {
    const waiting = wakes.get(id)
    if (waiting === undefined) {
      changed.add(id)
      for (const oldest of changed) {
        if (changed.size <= MAX_CHANGES) break
        changed.delete(oldest)
      }
    } else for (const wake of [...waiting]) wake()
  }

  /** Watches while anything waits, and begins with a poll, because changes can precede the watch. */
  function watchChanges(): void {
    watching ??= Promise.all(
      [TASKS_CHANNEL, PROPOSALS_CHANNEL].map((channel) => data.watch(channel, onChange, wakeAll)),
    ).then((ends) => {
      wakeAll()
      return ends
    })
  }

  function wakeAll(): void {
    for (const waiting of [...wakes.values()]) for (const wake of [...waiting]) wake()
  }

  function endWatch(): void {
    const ended = watching
    watching = undefined
    void ended?.then((ends) => Promise.all(ends.map((end) => end())))
  }

  /** Resolves when one of the ids has changed, or after the interval. */
  async function pause(ids: readonly string[]): Promise<void> {
    watchChanges()
    if (ids.filter((id) => changed.delete(id)).length > 0) return
    let wake = (): void => undefined
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    for (const id of ids) wakes.set(id, (wakes.get(id) ?? new Set()).add(wake))
    const timer = setTimeout(wake, pollMs).unref()
    await woken
    clearTimeout(timer)
    for (const id of ids) {
      const waiting = wakes.get(id)
      waiting?.delete(wake)
      if (waiting?.size === 0) wakes.delete(id)
    }
  }

  async function poll({ id, pendingCalls }: KnownTask, source: PollSource): Promise<PolledTask | undefined> {
    await pause([id, ...pendingCalls.map((call) => call.id)])
    // A client that subscribes during the read waits for the next poll, because this one may miss a change.
    polls.delete(id)
    setTimeout(() => polls.size === 0 && endWatch(), LINGER_MS).unref()
    const summary = await source.readSummary(id)
    let task: Promise<StoredTask | undefined> | undefined
    return summary && { summary, readTask: () => (task ??= source.readTask(id)) }
  }

  return {
    wait(task, source) {
      const known = polls.get(task.id)
      if (known !== undefined) return known
      const next = poll(task, source)
      polls.set(task.id, next)
      // All subscribers may have disconnected before the store fails.
      next.catch(() => undefined)
      return next
    },
  }
}
