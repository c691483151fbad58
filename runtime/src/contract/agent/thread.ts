/** A conversation that is stored between requests: bounded, with its taint. */
import type { Message } from './message.ts'
import type { TurnData } from './turn-deps.ts'

export interface Thread {
  readonly messages: readonly Message[]
  /** The conversation has contained untrusted content. This stays true after the message itself is removed. */
  readonly tainted: boolean
}

const MAX_MESSAGES = 40
/** UTF-16 code units of one thread. */
const MAX_CHARACTERS = 200_000

/** Returns a thread. A new or expired thread is empty. */
export async function readThread(data: Pick<TurnData, 'read'>, key: string): Promise<Thread> {
  const text = await data.read(`thread:${key}`)
  return text === undefined ? { messages: [], tainted: false } : (JSON.parse(text) as Thread) // written below
}

/** The result of a turn of a thread. */
export interface ThreadTurn extends Thread {
  /** The messages of the thread when the turn began. */
  readonly before: readonly Message[]
}

/**
 * Stores the thread after a turn, limited to the last turns. If another turn of the thread has ended in the meantime,
 * its messages are preserved.
 */
export async function keepTurn(
  data: Pick<TurnData, 'read' | 'write'>,
  key: string,
  { before, messages, tainted }: ThreadTurn,
  ttlMs: number,
): Promise<void> {
  const now = await readThread(data, key)
  const isAlone = JSON.stringify(now.messages) === JSON.stringify(before)
  const all = isAlone ? messages : [...now.messages, ...messages.slice(before.length)]
  const thread: Thread = { messages: lastTurns(all), tainted: tainted || now.tainted }
  await data.write(`thread:${key}`, JSON.stringify(thread), ttlMs)
}

/** Returns the last messages, beginning with a message of the user. */
function lastTurns(messages: readonly Message[]): readonly Message[] {
  let from = Math.max(0, messages.length - MAX_MESSAGES)
  const size = (start: number) => JSON.stringify(messages.slice(start)).length
  while (from < messages.length && (messages[from]?.role !== 'user' || size(from) > MAX_CHARACTERS)) from += 1
  return messages.slice(from)
}
