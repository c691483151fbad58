/** The operations of the protocol: one table, which both bindings read. */
import { setTimeout as pause } from 'node:timers/promises'
import type { A2aCall, A2aHost } from './call.ts'
import { continueTask } from './continue-task.ts'
import { createLiveTasks, type LiveTask, type LiveTasks } from './live-tasks.ts'
import { A2aError, createParamsError } from './protocol.ts'
import { checkFileTypes, FILE_TYPES } from './read-part.ts'
import { type A2aParams, readList, readSend, readTaskRequest, type SendRequest } from './read-request.ts'
import { markWithdrawn, refreshSummary, refreshTask } from './refresh-task.ts'
import { resolveWork } from './resolve-work.ts'
import { runWork } from './run-work.ts'
import { openSentMessages } from './sent-messages.ts'
import {
  formatObject,
  hasEnded,
  type Json,
  type StoredTask,
  type StreamEvent,
  type TaskSummary,
  type TaskView,
  toWireTask,
} from './task.ts'
import { createTaskPage } from './task-page.ts'
import { createTaskPolls, type TaskPolls } from './task-polls.ts'
import { createWorkId, openTasks, type TaskStore } from './task-store.ts'
import { watchTask } from './watch-task.ts'

/** The JSON of an object, or the events until the signal aborts. */
type OperationResult =
  | { readonly json: Json }
  | { readonly events: (signal: AbortSignal) => AsyncGenerator<StreamEvent, void> }

/** Throws `A2aError`, or the app's error for a caller that the app refuses. */
export type Operation = (params: A2aParams, call: A2aCall) => Promise<OperationResult>

/** Returns the operations by their names in the A2A specification. */
export function createOperations(host: A2aHost): ReadonlyMap<string, Operation> {
  const scope: Scope = {
    host,
    live: createLiveTasks(host.data),
    polls: createTaskPolls(host.pollMs ?? POLL_MS, host.data),
  }
  const bound =
    (work: ScopedOperation): Operation =>
    (params, call) =>
      work(params, call, scope)
  return new Map([
    ['SendMessage', bound(sendMessage)],
    ['SendStreamingMessage', bound(sendStreamingMessage)],
    ['GetTask', bound(getTask)],
    ['ListTasks', bound(listTasks)],
    ['CancelTask', bound(cancelTask)],
    ['SubscribeToTask', bound(subscribeToTask)],
    ['GetExtendedAgentCard', bound(getExtendedAgentCard)],
    ['CreateTaskPushNotificationConfig', refusePush],
    ['GetTaskPushNotificationConfig', refusePush],
    ['ListTaskPushNotificationConfigs', refusePush],
    ['DeleteTaskPushNotificationConfig', refusePush],
  ])
}

interface Scope {
  readonly host: A2aHost
  readonly live: LiveTasks
  readonly polls: TaskPolls
}

type ScopedOperation = (params: A2aParams, call: A2aCall, scope: Scope) => Promise<OperationResult>

const sendMessage: ScopedOperation = async (params, call, scope) => {
  const request = readSend(params)
  const running = await begin(request, call, scope, false)
  if (request.returnImmediately) return formatSent(running.task, request)
  const task = 'done' in running ? await running.done : await waitForRest(running.task, call, scope)
  return formatSent(task, request)
}

function formatSent(task: StoredTask, request: SendRequest): OperationResult {
  return { json: formatObject({ task: toWireTask(task, request) }) }
}

const sendStreamingMessage: ScopedOperation = async (params, call, scope) => {
  const request = readSend(params)
  const running = await begin(request, call, scope, true)
  return observeTask(running, await getTasks(call, scope), scope, request)
}

const getTask: ScopedOperation = async (params, call, scope) => {
  const { id, historyLength } = readTaskRequest(params)
  const task = await findTask(id, await getTasks(call, scope), scope)
  return { json: toWireTask(task, { historyLength }) }
}

const listTasks: ScopedOperation = async (params, call, scope) => {
  const request = readList(params)
  const store = await getTasks(call, scope)
  const summaries = (await store.list()).map((summary) => refreshSummary(summary, { ...scope, store }))
  const current = (await Promise.all(summaries)).filter((summary) => summary !== undefined)
  return { json: await createTaskPage(current, request, store.read) }
}

/** Discards the proposals of the task and ends its work. */
const cancelTask: ScopedOperation = async (params, call, scope) => {
  const { id } = readTaskRequest(params)
  const { host, live } = scope
  const store = await getTasks(call, scope)
  let task = await findTask(id, store, scope)
  if (hasEnded(task)) throw createNotCancelableError(task)
  await markWithdrawn(host, id)
  while (!hasEnded(task)) {
    for (const { id } of task.pendingCalls) await call.withdraw(id)
    const proposals = await Promise.all(task.pendingCalls.map(({ id }) => host.proposal(id)))
    // A user has approved a call in the meantime, and a running call can't be withdrawn.
    if (proposals.some((proposal) => proposal?.state === 'executed'))
      throw createNotCancelableError(await findTask(id, store, scope))
    const { version } = task
    const changed = await store.change(id, ({ work: _ended, ...now }) =>
      now.version === version ? { ...now, pendingCalls: [], status: { state: 'TASK_STATE_CANCELED' } } : undefined,
    )
    if (changed === undefined) throw createNotFoundError(id)
    // A message that another request has sent may have changed the task, and may have created further proposals.
    task = changed
  }
  live.get(id)?.abort()
  if (task.status.state !== 'TASK_STATE_CANCELED') throw createNotCancelableError(task)
  return { json: toWireTask(task) }
}

const subscribeToTask: ScopedOperation = async (params, call, scope) => {
  const { id } = readTaskRequest(params)
  const store = await getTasks(call, scope)
  const task = await findTask(id, store, scope)
  if (hasEnded(task))
    throw new A2aError('UNSUPPORTED_OPERATION', {
      message: 'The task has ended. Send GetTask instead.',
      metadata: { taskId: id },
    })
  return observeTask({ task }, store, scope, {})
}

const getExtendedAgentCard: ScopedOperation = async (_params, call, { host }) => {
  if (host.extendedCard === undefined)
    throw new A2aError('UNSUPPORTED_OPERATION', {
      message: 'This agent has no extended card. Read /.well-known/agent-card.json.',
    })
  return { json: JSON.stringify(host.extendedCard((await call.deps()).tools)) }
}

const refusePush: Operation = async () => {
  throw new A2aError('PUSH_NOTIFICATION_NOT_SUPPORTED')
}

async function getTasks(call: A2aCall, { host }: Scope): Promise<TaskStore> {
  return openTasks(host.data, await call.owner(), () => host.now())
}

async function findTask(id: string, store: TaskStore, scope: Scope): Promise<StoredTask> {
  const task = await store.read(id)
  if (task === undefined) throw createNotFoundError(id)
  return refreshTask(task, { ...scope, store })
}

/** Returns the current state of a task; `undefined` once it has expired. */
async function readSummary(id: string, store: TaskStore, scope: Scope): Promise<TaskSummary | undefined> {
  const summary = await store.readSummary(id)
  return summary && refreshSummary(summary, { ...scope, store })
}

/**
 * Starts the work of a message in a new task or in the task that it names. A repeated message returns the task of the
 * first one.
 */
async function begin(
  request: SendRequest,
  call: A2aCall,
  scope: Scope,
  stream: boolean,
): Promise<LiveTask | { readonly task: StoredTask }> {
  const { host, live } = scope
  const store = await getTasks(call, scope)
  const sentMessages = openSentMessages(host.data, await call.owner())
  const findExisting = async (id: string) => live.get(id) ?? { task: await findTask(id, store, scope) }
  const known = await sentMessages.find(request)
  if (known !== undefined) return findExisting(known)
  const deps = await call.deps()
  const work = await resolveWork(request.work, host.names, deps)
  if (work.kind === 'turn' && work.files.length > 0)
    checkFileTypes(work.files, (await call.agent()).mediaTypes?.() ?? FILE_TYPES)
  const createTask = await prepareTask(request, store, scope)
  const task = await sentMessages.once(request, createTask)
  if (typeof task === 'string') return findExisting(task)
  const artifactId = crypto.randomUUID()
  return live.start(task, {
    store,
    withdraw: (id) => call.withdraw(id),
    warn: deps.warn,
    run: (signal, onText) =>
      runWork(
        work,
        {
          deps,
          agent: () => call.agent(),
          url: call.url,
          thread: store.toThreadKey(task.contextId),
          signal,
          artifactId,
          onText: stream ? (delta, append) => onText(artifactId, delta, append) : undefined,
        },
        host.siteUrl,
      ),
  })
}

/** Waits until a task has ended or is pending approval; another request or another process runs its work. */
async function waitForRest({ id }: StoredTask, call: A2aCall, scope: Scope): Promise<StoredTask> {
  const store = await getTasks(call, scope)
  for (;;) {
    const running = scope.live.get(id)
    if (running !== undefined) return running.done
    const summary = await readSummary(id, store, scope)
    if (summary === undefined || hasEnded(summary) || summary.status.state === 'TASK_STATE_AUTH_REQUIRED')
      return findTask(id, store, scope)
    await pause(scope.host.pollMs ?? POLL_MS)
  }
}

/** Returns a function that creates or continues the task of a message, if the message may have one. */
async function prepareTask(
  { message }: SendRequest,
  store: TaskStore,
  scope: Scope,
): Promise<() => Promise<StoredTask>> {
  const { taskId, contextId } = message
  if (taskId === undefined) {
    if (contextId === undefined) return async () => store.create(await store.createContext(), message)
    if (await store.mayContinue(contextId)) return () => store.create(contextId, message)
    throw createParamsError('message.contextId', 'is unknown; leave it out to begin a conversation')
  }
  const work = createWorkId()
  continueTask(await findTask(taskId, store, scope), message, work)
  return async () => {
    // Before the task: a process that reads it must find its work alive.
    await scope.live.sendHeartbeat(work)
    // Checked again: another message may have reached the task.
    const continued = await store.change(taskId, (task) => continueTask(task, message, work))
    if (continued === undefined) throw createNotFoundError(taskId)
    return continued
  }
}

function observeTask(
  target: LiveTask | { readonly task: StoredTask },
  store: TaskStore,
  scope: Scope,
  view: TaskView,
): OperationResult {
  const { live, polls } = scope
  const running = 'done' in target ? target : undefined
  const source = { readSummary: (id: string) => readSummary(id, store, scope), readTask: store.read }
  const options = { live, running, poll: (task: StoredTask) => polls.wait(task, source), view }
  return { events: (signal) => watchTask(target.task, options, signal) }
}

const POLL_MS = 5000

function createNotCancelableError({ id, status }: StoredTask): A2aError {
  const message = hasEnded({ status })
    ? 'The task has ended already.'
    : 'A user has approved the call, and it is running.'
  return new A2aError('TASK_NOT_CANCELABLE', { message, metadata: { taskId: id, state: status.state } })
}

function createNotFoundError(id: string): A2aError {
  return new A2aError('TASK_NOT_FOUND', { metadata: { taskId: id } })
}
