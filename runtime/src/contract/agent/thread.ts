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
function lastTurns(all: readonly Message[]): readonly Message[] {
  const messages = all.slice(-MAX_MESSAGES)
  // Each is measured once: a request may contain long messages. With a comma.
  const lengths = messages.map((message) => JSON.stringify(message).length + 1)
  let length = lengths.reduce((sum, own) => sum + own, 1)
  const from = messages.findIndex(({ role }, index) => {
    if (role === 'user' && length <= MAX_CHARACTERS) return true
    length -= lengths[index] ?? 0
    return false
  })
  return from === -1 ? [] : messages.slice(from)
}
