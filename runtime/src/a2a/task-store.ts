/**
 * Tasks in the app's data store, each under its caller: what somebody else began looks like nothing at all. Of one caller
 * the newest are kept, for a day after they last changed; callers whom nobody knows share one place.
 */
import { randomBytes } from 'node:crypto'
import type { DataStore } from '#contract/data.ts'
import { hasEnded, type KeptTask, type TaskMessage, type TaskStatus } from './task.ts'

/** A day in milliseconds. */
export const TASK_TTL_MS = 86_400_000

/** Tasks of one caller; one more takes the place of the oldest. */
const MOST_TASKS = 500
/** Of all callers without an identity together. */
const MOST_OPEN_TASKS = 5000

type TaskData = Pick<DataStore, 'add' | 'claim' | 'read' | 'write'>

export interface TaskStore {
  /** Begins a task. */
  create(contextId: string, message: TaskMessage): Promise<KeptTask>
  /** Undefined for unknown, forgotten and foreign ids alike. */
  read(id: string): Promise<KeptTask | undefined>
  /** Keeps the task with a new status. */
  update(task: KeptTask, status: Omit<TaskStatus, 'timestamp'>): Promise<KeptTask>
  /** The same for a status that ends it. Of several ends, in whatever processes, the first one stands and is answered. */
  end(task: KeptTask, status: Omit<TaskStatus, 'timestamp'>): Promise<KeptTask>
  /** All of the caller's; none for a caller without an identity, who has to know an id. */
  list(): Promise<readonly KeptTask[]>
  /** Of a new conversation. */
  createContext(): Promise<string>
  /** Whether a message may belong to this conversation. One of callers without an identity has to have begun here. */
  mayContinue(contextId: string): Promise<boolean>
  /** Where the conversation is kept. */
  threadOf(contextId: string): string
}

/** `owner` is who calls; undefined for somebody whom nobody knows. */
export function openTasks(data: TaskData, owner: string | undefined, now: () => number): TaskStore {
  const name = owner === undefined ? '' : JSON.stringify(owner)
  const most = owner === undefined ? MOST_OPEN_TASKS : MOST_TASKS
  const slotKey = (slot: number) => `a2a-task:${name}:${slot % most}`
  const countKey = `a2a-tasks:${name}`
  const contextKey = (contextId: string) => `a2a-context:${contextId}`

  async function at(slot: number): Promise<KeptTask | undefined> {
    const text = await data.read(slotKey(slot))
    return text === undefined ? undefined : (JSON.parse(text) as KeptTask) // written below
  }

  async function read(id: string): Promise<KeptTask | undefined> {
    const slot = parseSlot(id)
    const task = slot === undefined ? undefined : await at(slot)
    return task?.id === id ? task : undefined
  }

  async function write(task: KeptTask): Promise<KeptTask> {
    await data.write(slotKey(parseSlot(task.id) as number), JSON.stringify(task), TASK_TTL_MS) // an id of ours
    return task
  }

  const stampTask = (task: KeptTask, status: Omit<TaskStatus, 'timestamp'>): KeptTask => ({
    ...task,
    status: { ...status, timestamp: new Date(now()).toISOString() },
  })

  return {
    async create(contextId, message) {
      const slot = await data.add(countKey, 1, FOREVER_MS)
      const id = createId(slot)
      const first: TaskMessage = { ...message, taskId: id, contextId }
      const status = { state: 'TASK_STATE_SUBMITTED' as const, timestamp: new Date(now()).toISOString() }
      return write({ id, contextId, status, artifacts: [], history: [first], waiting: [] })
    },
    read,
    update: (task, status) => write(stampTask(task, status)),
    async end(task, status) {
      if (!(await data.claim(`a2a-end:${task.id}`, TASK_TTL_MS))) {
        const kept = await read(task.id)
        // The one who was first may have died before it could write.
        if (kept !== undefined && hasEnded(kept)) return kept
      }
      return write(stampTask({ ...task, waiting: [] }, status))
    },
    async list() {
      if (owner === undefined) return []
      const newest = await data.add(countKey, 0, FOREVER_MS)
      const slots = Array.from({ length: Math.min(newest, most) }, (_, index) => newest - index)
      return (await Promise.all(slots.map(at))).filter((task) => task !== undefined)
    },
    async createContext() {
      const id = randomBytes(ID_BYTES).toString('base64url')
      if (owner === undefined) await data.write(contextKey(id), '1', TASK_TTL_MS)
      return id
    },
    async mayContinue(contextId) {
      return owner !== undefined || (await data.read(contextKey(contextId))) !== undefined
    },
    threadOf: (contextId) => `a2a:${name}\n${contextId}`,
  }
}

/** The count of a caller's tasks must not begin anew while one of them is kept. */
const FOREVER_MS = 3_155_760_000_000

/** 192 bits: an id of a caller without an identity is all that stands before its task. */
const ID_BYTES = 24
const RANDOM_LENGTH = 32

/** Random characters, then where the task is kept. */
function createId(slot: number): string {
  return randomBytes(ID_BYTES).toString('base64url') + slot.toString(36)
}

function parseSlot(id: string): number | undefined {
  if (!/^[\w-]{32}[\da-z]{1,11}$/.test(id)) return undefined
  const slot = Number.parseInt(id.slice(RANDOM_LENGTH), 36)
  return Number.isSafeInteger(slot) ? slot : undefined
}
