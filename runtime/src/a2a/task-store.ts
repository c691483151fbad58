/**
 * Tasks in the app's data store, separated by caller: a task of another caller looks unknown. The newest tasks of a
 * caller are stored for a day after their last change, up to a total length; anonymous callers share one space.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataStore } from '#contract/config/data.ts'
import type { StoredTask, TaskEdit, TaskMessage, TaskSummary } from './task.ts'
import { TASKS_CHANNEL } from './task-polls.ts'

/** A day in milliseconds. */
export const TASK_TTL_MS = 86_400_000

/** Limits of the tasks of one caller. A further task replaces the oldest. */
const OF_CALLER = { slots: 500, slotLength: 65_536 }
/** Limits of the tasks of all anonymous callers together. */
const OF_ANONYMOUS = { slots: 5000, slotLength: 16_384 }

type TaskData = Pick<DataStore, 'add' | 'claim' | 'read' | 'remove' | 'write' | 'publish'>

export interface TaskStore {
  /** Creates a task that works on a message. */
  create(contextId: string, message: TaskMessage): Promise<StoredTask>
  /** Returns the task; `undefined` for unknown and expired ids, and for those of other callers. */
  read(id: string): Promise<StoredTask | undefined>
  /** Returns the summary of a task that `read` returns. */
  readSummary(id: string): Promise<TaskSummary | undefined>
  /**
   * Changes the task. If other requests or processes change it at the same time, the changes follow one another: `edit`
   * receives the task as it is stored, and may run several times.
   *
   * @param edit Returns the changed task; `undefined` to leave it unchanged. May throw.
   * @returns The stored task; `undefined` if it has been removed.
   */
  change(id: string, edit: (task: StoredTask) => TaskEdit | undefined): Promise<StoredTask | undefined>
  /** Returns the summaries of all tasks of the caller; none for an anonymous caller, who has to know an id. */
  list(): Promise<readonly TaskSummary[]>
  /** Returns the id of a new conversation. */
  createContext(): Promise<string>
  /**
   * Whether a message may belong to this conversation. A conversation of an anonymous caller must have been created
   * here.
   */
  mayContinue(contextId: string): Promise<boolean>
  /** Returns the key under which the conversation is stored. */
  toThreadKey(contextId: string): string
}

/** @param owner The caller; `undefined` for an anonymous one. */
export function openTasks(data: TaskData, owner: string | undefined, now: () => number): TaskStore {
  const name = owner === undefined ? '' : JSON.stringify(owner)
  const { slots, slotLength } = owner === undefined ? OF_ANONYMOUS : OF_CALLER
  const slotKey = (slot: number) => `a2a-task:${name}:${slot % slots}`
  const summaryKey = (slot: number) => `a2a-summary:${name}:${slot % slots}`
  const countKey = `a2a-tasks:${name}`
  const contextKey = (contextId: string) => `a2a-context:${contextId}`

  async function read(id: string): Promise<StoredTask | undefined> {
    const slot = parseSlot(id)
    const text = slot === undefined ? undefined : await data.read(slotKey(slot))
    const task = text === undefined ? undefined : parseTask(text)
    return task?.id === id ? task : undefined
  }

  /** Stores a version of a task. */
  function store({ status, ...edit }: TaskEdit, version: number): Promise<StoredTask> {
    return write({ ...edit, version, status: { ...status, timestamp: new Date(now()).toISOString() } })
  }

  async function write(task: StoredTask): Promise<StoredTask> {
    const { size = 1 } = task
    const text = formatTask(task)
    const newSize = Math.min(slots, Math.ceil(text.length / slotLength))
    // A large task takes the place of several older ones, because callers choose the length of their messages.
    if (newSize > size) return takeSlots(newSize - size).then(() => write({ ...task, size: newSize }))
    const slot = parseSlot(task.id) as number // an id created here
    await data.write(slotKey(slot), text, TASK_TTL_MS)
    // After the task: a reader of the new summary must find the new task.
    await data.write(summaryKey(slot), JSON.stringify(summarize(task, text.length)), TASK_TTL_MS)
    // Subscribers of other processes read it now; if they aren't reached, their next poll finds it.
    await data.publish(TASKS_CHANNEL, task.id).catch(() => undefined)
    return task
  }

  /** Takes the next slots, and removes the tasks in them. */
  async function takeSlots(count: number): Promise<void> {
    const last = await data.add(countKey, count, FOREVER_MS)
    const taken = Array.from({ length: count }, (_, index) => last - index)
    await Promise.all(taken.flatMap((slot) => [data.remove(summaryKey(slot)), data.remove(slotKey(slot))]))
  }

  return {
    async create(contextId, message) {
      const slot = await data.add(countKey, 1, FOREVER_MS)
      const id = createId(slot)
      const history = [JSON.stringify({ ...message, taskId: id, contextId })]
      const status = { state: 'TASK_STATE_WORKING' as const }
      return store({ id, contextId, status, artifacts: [], history, pendingCalls: [], work: createWorkId() }, 1)
    },
    read,
    async readSummary(id) {
      const slot = parseSlot(id)
      const text = slot === undefined ? undefined : await data.read(summaryKey(slot))
      const summary = text === undefined ? undefined : (JSON.parse(text) as TaskSummary) // written above
      if (summary?.id === id) return summary
      // The store may have removed the summary alone.
      const task = await read(id)
      return task && summarize(task, formatTask(task).length)
    },
    change: (id, edit) => changeTask(id, edit, { data, read, store }),
    async list() {
      if (owner === undefined) return []
      const newest = await data.add(countKey, 0, FOREVER_MS)
      const numbers = Array.from({ length: Math.min(newest, slots) }, (_, index) => newest - index)
      const texts = await Promise.all(numbers.map((slot) => data.read(summaryKey(slot))))
      return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as TaskSummary])) // written above
    },
    async createContext() {
      const id = randomBytes(ID_BYTES).toString('base64url')
      if (owner === undefined) await data.write(contextKey(id), '1', TASK_TTL_MS)
      return id
    },
    async mayContinue(contextId) {
      return owner !== undefined || (await data.read(contextKey(contextId))) !== undefined
    },
    toThreadKey: (contextId) => `a2a:${name}\n${contextId}`,
  }
}

interface TaskAccess extends Pick<TaskStore, 'read'> {
  readonly data: TaskData
  store(edited: TaskEdit, version: number): Promise<StoredTask>
}

async function changeTask(
  id: string,
  edit: (task: StoredTask) => TaskEdit | undefined,
  { data, read, store }: TaskAccess,
): Promise<StoredTask | undefined> {
  for (;;) {
    const task = await read(id)
    const edited = task && edit(task)
    if (task === undefined || edited === undefined) return task
    // One request changes each version. The claim ends, because its process may stop before it has written.
    if (await data.claim(`a2a-change:${id}:${task.version}`, CHANGE_MS)) return store(edited, task.version + 1)
    await pause(CHANGE_POLL_MS)
  }
}

/** Time in milliseconds in which a process writes its change. */
const CHANGE_MS = 10_000
const CHANGE_POLL_MS = 20

/** Returns the text of a task: a line for its small members, one for the status message, and one for each other part. */
function formatTask({ history, artifacts, status, ...task }: StoredTask): string {
  const { message = '', ...rest } = status
  const small: SmallMembers = { ...task, status: rest, messages: history.length }
  return [JSON.stringify(small), message, ...history, ...artifacts].join('\n')
}

function parseTask(text: string): StoredTask {
  const [first = '', message = '', ...parts] = text.split('\n')
  const { messages, status, ...task } = JSON.parse(first) as SmallMembers // written above
  return {
    ...task,
    status: message === '' ? status : { ...status, message },
    history: parts.slice(0, messages),
    artifacts: parts.slice(messages),
  }
}

interface SmallMembers extends Omit<StoredTask, 'history' | 'artifacts'> {
  /** Number of messages in the history. */
  readonly messages: number
}

function summarize(task: StoredTask, length: number): TaskSummary {
  const { id, contextId, pendingCalls, work, version } = task
  const { state, timestamp } = task.status
  return {
    id,
    contextId,
    pendingCalls,
    ...(work !== undefined && { work }),
    version,
    status: { state, timestamp },
    length,
  }
}

/** Creates the id of the work of one message. */
export function createWorkId(): string {
  return randomBytes(WORK_ID_BYTES).toString('base64url')
}

const WORK_ID_BYTES = 12

/** The count of a caller's tasks must not restart while one of them is stored. */
const FOREVER_MS = 3_155_760_000_000

/** An id has 192 bits, because it alone protects a task of an anonymous caller. */
const ID_BYTES = 24
const RANDOM_LENGTH = 32

/** Creates an id: random characters, followed by the slot of the task. */
function createId(slot: number): string {
  return randomBytes(ID_BYTES).toString('base64url') + slot.toString(36)
}

function parseSlot(id: string): number | undefined {
  if (!/^[\w-]{32}[\da-z]{1,11}$/.test(id)) return undefined
  const slot = Number.parseInt(id.slice(RANDOM_LENGTH), 36)
  return Number.isSafeInteger(slot) ? slot : undefined
}
