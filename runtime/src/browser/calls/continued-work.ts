/**
 * Work that continues in a microtask, such as that of an intent which waits for a press. Within an event, such work runs between two
 * listeners, and the browser then calls what it has caused: observers, listeners of `slotchange`, and methods `then`.
 */
import { type Cause, watchContinuations } from './cause.ts'

/** Turns of the microtask queue in which the browser calls what such work has caused. */
const TURNS = 10

/** The remaining ones of these turns. The next listener of an event runs after them. */
let turns = 0
const watchers = new Set<(cause: Cause) => void>()
let isWatching = false

/** Whether work has just continued that isn't a person's. What runs now isn't an effect of the event in progress. */
export function isAfterWork(): boolean {
  return turns > 0
}

/** Watches work that continues. */
export function watchWork(): void {
  if (isWatching) return
  isWatching = true
  watchContinuations((cause) => {
    if (cause.origin === 'human') return false
    if (turns === 0) queueMicrotask(countTurn)
    turns = TURNS
    if (cause.origin !== 'agent' || cause.isPage) return false
    for (const watcher of watchers) watcher(cause)
    return true
  })
}

function countTurn(): void {
  if (--turns > 0) queueMicrotask(countTurn)
}

/** Calls the listener with the cause of each work of an agent that continues, until the returned function is called. */
export function watchAgentWork(listener: (cause: Cause) => void): () => void {
  watchWork()
  watchers.add(listener)
  return () => void watchers.delete(listener)
}
