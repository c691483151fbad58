/**
 * Tasks of the extension `io.modelcontextprotocol/tasks` in the app's data store. A task is stored for its caller: it is
 * unknown to every other one. Its messages have their own keys, because they may reach another process than the one that
 * runs its call.
 */
import { randomBytes } from 'node:crypto'
import type { DataStore } from '#contract/config/data.ts'
import type { ClientAnswer, ClientRequest } from '#contract/http/call-client.ts'
import { digestText } from '#digest/digest-text.ts'

export interface McpTask {
  readonly id: string
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled' | 'failed'
  readonly message?: string
  /** Times are epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Time until which clients can read the task. */
  readonly expiresAt: number
  /** Time until which the process of the call has reported that it runs; absent if no call runs. */
  readonly aliveUntil?: number
  /** The pending call whose decision ends the task. */
  readonly proposal?: string
  /** Questions to the client, also answered ones. */
  readonly questions?: Readonly<Record<string, ClientRequest>>
  /** The result or the error of the call as JSON. */
  readonly result?: string
  readonly error?: string
}

/** Time in milliseconds for which a task can be read, at least. */
export const READABLE_MS = 60 * 60_000

/** Limits of the tasks of one caller, and of all anonymous callers together. A further task replaces the oldest. */
const SLOTS = 500
const ANONYMOUS_SLOTS = 5000
/** The count of tasks must not restart while one of them is stored. */
const FOREVER_MS = 3_155_760_000_000

/** Channel of the data store for the ids of tasks with a new message. */
export const TASK_MESSAGES_CHANNEL = 'mcp:tasks'

type TaskData = Pick<DataStore, 'add' | 'claim' | 'read' | 'write' | 'publish'>

/** The tasks of one caller. */
export interface McpTaskStore {
  /** Returns an id that cannot be guessed, because it alone protects a task of an anonymous caller. */
  createId(): Promise<string>
  write(task: McpTask): Promise<void>
  read(id: string): Promise<McpTask | undefined>
  /** Stores the client's response to a question. Of several responses, the first one wins. */
  answer(task: McpTask, question: string, answer: ClientAnswer): Promise<void>
  readAnswer(task: McpTask, question: string): Promise<ClientAnswer | undefined>
  /** Requests the process that runs the call to cancel it. */
  cancel(task: McpTask): Promise<void>
  isCancelled(task: McpTask): Promise<boolean>
}

/** @param owner The caller; `undefined` for an anonymous one. */
export function openMcpTasks(data: TaskData, owner: string | undefined, now: () => number): McpTaskStore {
  const caller = owner === undefined ? '' : digestText(owner)
  const slots = owner === undefined ? ANONYMOUS_SLOTS : SLOTS
  const slotKey = (slot: number) => `mcp-task:${caller}:${slot % slots}`
  const ttl = ({ expiresAt }: McpTask) => Math.max(expiresAt - now(), 1)
  const answerKey = ({ id }: McpTask, question: string) => `mcp-task-answer:${digestText(`${id} ${question}`)}`
  const cancelKey = ({ id }: McpTask) => `mcp-task-cancel:${id}`
  // A process that isn't reached finds the message at its next check.
  const notify = ({ id }: McpTask) => data.publish(TASK_MESSAGES_CHANNEL, id).catch(() => undefined)
  return {
    async createId() {
      const slot = await data.add(`mcp-tasks:${caller}`, 1, FOREVER_MS)
      return `${randomBytes(24).toString('base64url')}.${slot.toString(36)}`
    },
    async write(task) {
      const slot = parseSlot(task.id)
      if (slot !== undefined) await data.write(slotKey(slot), JSON.stringify(task), ttl(task))
    },
    async read(id) {
      const slot = parseSlot(id)
      const text = slot === undefined ? undefined : await data.read(slotKey(slot))
      const task = text === undefined ? undefined : (JSON.parse(text) as McpTask) // written above
      return task?.id === id ? task : undefined
    },
    async answer(task, question, answer) {
      const key = answerKey(task, question)
      if (!(await data.claim(`once:${key}`, ttl(task)))) return
      await data.write(key, JSON.stringify(answer), ttl(task))
      await notify(task)
    },
    async readAnswer(task, question) {
      const text = await data.read(answerKey(task, question))
      return text === undefined ? undefined : (JSON.parse(text) as ClientAnswer) // written above
    },
    async cancel(task) {
      await data.write(cancelKey(task), '1', ttl(task))
      await notify(task)
    },
    isCancelled: async (task) => (await data.read(cancelKey(task))) !== undefined,
  }
}

function parseSlot(id: string): number | undefined {
  const found = /^[\w-]{32}\.([\da-z]{1,11})$/.exec(id)?.[1]
  const slot = Number.parseInt(found ?? '', 36)
  return Number.isSafeInteger(slot) ? slot : undefined
}

/** Returns the questions without a response. */
export async function listOpenQuestions(
  store: McpTaskStore,
  task: McpTask,
): Promise<Readonly<Record<string, ClientRequest>>> {
  const entries = Object.entries(task.questions ?? {})
  const answers = await Promise.all(entries.map(([name]) => store.readAnswer(task, name)))
  return Object.fromEntries(entries.filter((_, index) => answers[index] === undefined))
}
