/** A conversation that is kept between requests: bounded (security rule 21), and with what it has been touched by. */
import type { Message } from './message.ts'
import type { TurnData } from './turn-deps.ts'

export interface Thread {
  readonly messages: readonly Message[]
  /** It has held what nobody vouches for: that stays true when the message itself is forgotten. */
  readonly tainted: boolean
}

const MOST_MESSAGES = 40
/** UTF-16 code units of one thread. */
const MOST_CHARACTERS = 200_000

/** Empty for a thread that nobody has begun, or that was silent for too long. */
export async function readThread(data: Pick<TurnData, 'read'>, key: string): Promise<Thread> {
  const text = await data.read(`thread:${key}`)
  return text === undefined ? { messages: [], tainted: false } : (JSON.parse(text) as Thread) // written below
}

/** What a turn made of a thread. */
export interface ThreadTurn extends Thread {
  /** The messages of the thread when the turn began. */
  readonly before: readonly Message[]
}

/**
 * The thread as it is now; what is older than its last turns is forgotten. Another turn of it may have ended in the meantime:
 * what that has added stays.
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

/** A conversation begins with what a person said. */
function lastTurns(messages: readonly Message[]): readonly Message[] {
  let from = Math.max(0, messages.length - MOST_MESSAGES)
  const size = (start: number) => JSON.stringify(messages.slice(start)).length
  while (from < messages.length && (messages[from]?.role !== 'user' || size(from) > MOST_CHARACTERS)) from += 1
  return messages.slice(from)
}
