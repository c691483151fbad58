/** What was said in each thread of a channel: in this process, and bounded (security rule 21). */
import type { Message } from '#contract/message.ts'

export interface Threads {
  read(thread: string): readonly Message[]
  /** The conversation as it is now; what is older than its last turns is forgotten. */
  write(thread: string, messages: readonly Message[]): void
}

const MOST_THREADS = 1000
const MOST_MESSAGES = 40
/** UTF-16 code units of one thread. */
const MOST_CHARACTERS = 200_000

/** The thread that was silent for longest goes first. */
export function createThreads(): Threads {
  const threads = new Map<string, readonly Message[]>()
  return {
    read: (thread) => threads.get(thread) ?? [],
    write(thread, messages) {
      threads.delete(thread)
      threads.set(thread, lastTurns(messages))
      const oldest = threads.size > MOST_THREADS ? threads.keys().next().value : undefined
      if (oldest !== undefined) threads.delete(oldest)
    },
  }
}

/** A conversation begins with what a person said. */
function lastTurns(messages: readonly Message[]): readonly Message[] {
  let from = Math.max(0, messages.length - MOST_MESSAGES)
  const size = (start: number) => JSON.stringify(messages.slice(start)).length
  while (from < messages.length && (messages[from]?.role !== 'user' || size(from) > MOST_CHARACTERS)) from += 1
  return messages.slice(from)
}
