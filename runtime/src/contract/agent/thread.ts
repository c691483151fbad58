/**
 * Conversations that are stored between requests: bounded, with their marks. Memory of the agent, channels and A2A use
 * them. A turn stores what has happened so far, so that no later turn repeats it.
 */
import type { DataStore } from '../config/data.ts'
import { APP_DATA, type ConversationMarks, joinMarks, NO_MARKS } from './conversation-marks.ts'
import { withoutFiles } from './limit-files.ts'
import type { Message } from './message.ts'

/** Its marks stay after the messages themselves are removed. */
interface Thread extends ConversationMarks {
  readonly messages: readonly Message[]
}

/** A thread during a turn. Its messages end with the new ones. */
export interface OpenThread extends Thread {
  /**
   * Stores the conversation of the turn, which begins with `messages`. Each further call adds what is new. Never rejects,
   * because the reply is valid without it.
   */
  save(messages: readonly Message[], marks: ConversationMarks): Promise<void>
  /** Lets the next `save` replace the messages that this turn has read and stored, because they were summarised. */
  replace(): void
}

interface ThreadOptions {
  readonly data: Pick<DataStore, 'claim' | 'read' | 'write'>
  /** Time in milliseconds for which the thread is stored after its last turn. */
  readonly ttlMs: number
  /** Whether files of the user are stored, and not only their names. */
  readonly storesFiles: boolean
  /** Logs a warning. */
  warn(message: string, cause?: unknown): void
}

/** A thread as it is stored. */
interface StoredThread extends Thread {
  /** Number of times that it has been stored. */
  readonly version: number
}

const EMPTY: StoredThread = { messages: [], ...NO_MARKS, version: 0 }

/** A thread that was stored without `dataFrom` may have contained data. */
const UNMARKED: StoredThread = { ...EMPTY, dataFrom: [APP_DATA] }

/** Returns a thread. A new or expired thread is empty. */
export async function readThread(data: Pick<DataStore, 'read'>, key: string): Promise<StoredThread> {
  const text = await data.read(`thread:${key}`)
  return text === undefined ? EMPTY : { ...UNMARKED, ...(JSON.parse(text) as StoredThread) } // written below
}

/** Opens a thread for a turn that adds messages. */
export async function openThread(key: string, added: readonly Message[], options: ThreadOptions): Promise<OpenThread> {
  const before = await readThread(options.data, key)
  /** Number of the turn's messages that are stored. */
  let saved = before.messages.length
  let hasSaved = false
  /** The last of them in the thread. */
  let last: Message | undefined
  /** The thread as this turn knows it. */
  let known = before.messages
  /** Messages whose place the conversation of the turn takes at the next save. */
  let replaced: readonly Message[] | undefined
  let history = before.messages
  return {
    messages: addMessages(before.messages, added),
    ...joinMarks(before),
    replace() {
      replaced = known
      history = []
    },
    async save(all, marks) {
      const messages = options.storesFiles ? all : all.map(withoutFiles)
      const outcomes = findOutcomes(history, messages)
      const own = replaced === undefined ? messages.slice(saved) : messages
      if (own.length === 0 && (outcomes.size === 0 || hasSaved)) return
      const change = (now: StoredThread): Thread => ({
        messages: limitThread(
          replaced === undefined
            ? insertAfter(now.messages.map(withOutcome(outcomes)), last, own)
            : [...own, ...removeMessages(now.messages, replaced)],
        ),
        ...joinMarks(marks, now),
      })
      try {
        await changeThread(key, change, options)
        saved = messages.length
        hasSaved = true
        last = own.at(-1) ?? last
        known = messages
        replaced = undefined
      } catch (error) {
        options.warn('A thread could not be saved.', error)
      }
    },
  }
}

/**
 * Adds new messages to a stored conversation. A user repeats the message of a turn that has failed: the turn then continues
 * with what it has done, so the message occurs once.
 */
function addMessages(stored: readonly Message[], added: readonly Message[]): readonly Message[] {
  const [first, ...others] = added
  const start = stored.findLastIndex(({ role }) => role === 'user')
  const question = stored[start]
  if (first === undefined || question === undefined || isFinished(stored) || !isSameMessage(question, first))
    return [...stored, ...added]
  return [...stored.slice(0, start), first, ...stored.slice(start + 1), ...others]
}

/** Whether the model has replied: a turn that failed ends with the user's message, a call or a result. */
function isFinished(messages: readonly Message[]): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && (last.toolCalls ?? []).length === 0
}

function isSameMessage(one: Message, other: Message): boolean {
  return JSON.stringify(withoutFiles(one)) === JSON.stringify(withoutFiles(other))
}

/** Returns the results that have changed since, by their earlier content: approved calls have an outcome now. */
function findOutcomes(before: readonly Message[], messages: readonly Message[]): ReadonlyMap<string, string> {
  const changed = before.flatMap(({ role, content }, index): [string, string][] => {
    const now = messages[index]?.content
    return role === 'tool' && now !== undefined && now !== content ? [[content, now]] : []
  })
  return new Map(changed)
}

function withOutcome(outcomes: ReadonlyMap<string, string>): (message: Message) => Message {
  return (message) => {
    const content = message.role === 'tool' ? outcomes.get(message.content) : undefined
    return content === undefined ? message : { ...message, content }
  }
}

/** Inserts messages after the earlier ones of their turn, because another turn may have added its own in the meantime. */
function insertAfter(
  messages: readonly Message[],
  last: Message | undefined,
  added: readonly Message[],
): readonly Message[] {
  const text = JSON.stringify(last)
  const index = last === undefined ? -1 : messages.findLastIndex((message) => JSON.stringify(message) === text)
  return index === -1 ? [...messages, ...added] : messages.toSpliced(index + 1, 0, ...added)
}

/** Returns the messages that another turn has added in the meantime. */
function removeMessages(messages: readonly Message[], removed: readonly Message[]): readonly Message[] {
  const left = new Map<string, number>()
  for (const message of removed) left.set(JSON.stringify(message), (left.get(JSON.stringify(message)) ?? 0) + 1)
  return messages.filter((message) => {
    const text = JSON.stringify(message)
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

/** Time in milliseconds in which a process has to write the version that it has claimed. */
const CLAIM_MS = 5_000
const WAIT_MS = 20
const ATTEMPTS = 100

/**
 * Replaces the thread. Turns of several processes may change a thread at the same time: each version has one writer, and
 * every other one reads the thread again.
 */
async function changeThread(
  key: string,
  change: (now: StoredThread) => Thread,
  { data, ttlMs }: ThreadOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const now = await readThread(data, key)
    const version = now.version + 1
    // A process that has stopped doesn't write its version. After the attempts its claim has nearly expired.
    if (attempt < ATTEMPTS && !(await data.claim(`thread:${key}:${version}`, CLAIM_MS))) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      continue
    }
    await data.write(`thread:${key}`, JSON.stringify({ ...change(now), version }), ttlMs)
    return
  }
}

const MAX_MESSAGES = 40
/** UTF-16 code units of one thread. */
const MAX_CHARACTERS = 200_000

/** Returns the last turns, beginning with a message of the user. The last one is always included, shortened if needed. */
function limitThread(all: readonly Message[]): readonly Message[] {
  const messages = all.slice(-MAX_MESSAGES)
  // Each is measured once: a request may contain long messages. With a comma.
  const lengths = messages.map(measure)
  let length = lengths.reduce((sum, own) => sum + own, 1)
  const from = messages.findIndex(({ role }, index) => {
    if (role === 'user' && length <= MAX_CHARACTERS) return true
    length -= lengths[index] ?? 0
    return false
  })
  return from === -1 ? shortenTurn(all.slice(all.findLastIndex(({ role }) => role === 'user'))) : messages.slice(from)
}

function measure(message: Message): number {
  return JSON.stringify(message).length + 1
}

/** Shortens the messages of one turn, so that each of its calls stays known. A turn of very many calls is not stored. */
function shortenTurn(turn: readonly Message[]): readonly Message[] {
  const most = Math.floor(MAX_CHARACTERS / 4 / turn.length)
  const messages = turn.map((message) => shortenMessage(withoutFiles(message), most))
  return messages.reduce((sum, message) => sum + measure(message), 1) <= MAX_CHARACTERS ? messages : []
}

function shortenMessage({ providerMetadata: _, ...message }: Message, most: number): Message {
  const { role, content, toolCalls } = message
  const shownText = (text: string) => ({ truncated: true, total: text.length, text: text.slice(0, most) })
  const short = role === 'tool' ? JSON.stringify(shownText(content)) : `${content.slice(0, most)}…`
  const shorten = (input: unknown) => {
    const text = JSON.stringify(input) ?? ''
    return text.length <= most ? input : shownText(text)
  }
  return {
    ...message,
    ...(content.length > most && { content: short }),
    ...(toolCalls && { toolCalls: toolCalls.map(({ id, name, input }) => ({ id, name, input: shorten(input) })) }),
  }
}
