/**
 * The extension for tasks (`io.modelcontextprotocol/tasks`): a call that needs long or an approval becomes a task, if its
 * client declares the extension.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { ParkedResult } from '#contract/agent/proposal.ts'
import type { Ctx } from '#contract/api.ts'
import type { ClientAnswer } from '#contract/http/call-client.ts'
import { createApprovalUrl } from '#contract/http/path.ts'
import { isRecord } from '#contract/is-object.ts'
import { waitUntil } from '#contract/wait-until.ts'
import { StoreSignals } from '#signals/store-signals.ts'
import { rpcError } from '#wire/json-rpc.ts'
import type { Conversation } from './conversation.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { opensUrls } from './mcp-client.ts'
import { createApprovalQuestion, describePendingCall, findDecidedReply, replyToPending } from './pending-call.ts'
import { META_CLIENT_CAPABILITIES, MISSING_CAPABILITY } from './protocol.ts'
import { ok, refuseParams } from './reply.ts'
import { createLost, RunningTask, readOutcome } from './running-task.ts'
import {
  listOpenQuestions,
  type McpTask,
  type McpTaskStore,
  openMcpTasks,
  TASK_MESSAGES_CHANNEL,
} from './task-store.ts'
import { createResultWriter, type ResultWriter } from './tool-result.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** Default time in milliseconds after which a call becomes a task. */
const AFTER_MS = 5000
/** Interval in milliseconds at which clients should read a task. */
const POLL_INTERVAL_MS = 500

/** Whether the client of a request can receive a task. */
function declaresTasks({ params }: McpRequest): boolean {
  const extensions = toRecord(getCapabilities(params)).extensions
  return isRecord(toRecord(extensions)[TASKS_EXTENSION])
}

function getCapabilities({ _meta }: McpRequest['params']): unknown {
  return toRecord(_meta)[META_CLIENT_CAPABILITIES]
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function refuseUndeclared(request: McpRequest): McpReply {
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } }
  const body = rpcError(request.id, MISSING_CAPABILITY, 'Missing required client capability', { requiredCapabilities })
  return { status: 400, body }
}

/** A call of a tool by a client of 2026-07-28. */
interface TaskCall {
  readonly request: McpRequest
  readonly conversation: Conversation
  readonly ctx: Ctx
}

interface Tasks {
  /** Runs a call of a tool, and returns its reply, or the task that it has become. */
  run(call: TaskCall, tool: string, work: () => Promise<McpReply>): Promise<McpReply>
  /** Returns the task of a call that waits for approval; for a client without tasks, another reply. */
  park(call: TaskCall, pending: ParkedResult): Promise<McpReply>
}

export function createTasks(app: McpApp): Tasks {
  const { afterMs = AFTER_MS, required = [] } = app.options.tasks ?? {}
  const signals = new StoreSignals(app.data, TASK_MESSAGES_CHANNEL)

  function openTask({ conversation, ctx }: TaskCall): RunningTask {
    const store = openMcpTasks(app.data, app.ownerOf(ctx), app.now)
    return new RunningTask(store, signals, app.now, () => conversation.cancel())
  }

  function follow(task: RunningTask, tool: string, reply: Promise<McpReply>): void {
    waitUntil(task.follow(reply, (error) => app.warn(`The outcome of a task of ${tool} could not be stored.`, error)))
  }

  async function runAsTask(call: TaskCall, tool: string, work: () => Promise<McpReply>): Promise<McpReply> {
    const task = openTask(call)
    const stored = await task.create()
    call.conversation.detach(task)
    follow(task, tool, work())
    return createTaskReply(app, call.request, stored)
  }

  async function runUntilLate(call: TaskCall, tool: string, work: () => Promise<McpReply>): Promise<McpReply> {
    const reply = work()
    const early = await within(reply, afterMs)
    if (early !== undefined) return early
    const task = openTask(call)
    // At once, so that the call asks no question in a reply that its client doesn't get.
    call.conversation.detach(task)
    try {
      const stored = await task.create()
      follow(task, tool, reply)
      return createTaskReply(app, call.request, stored)
    } catch (error) {
      app.warn(`A call of ${tool} could not become a task.`, error)
      return reply
    }
  }

  return {
    // No async function: on Node each promise of a call is reported to `async_hooks`.
    run(call, tool, work) {
      const isRequired = required.includes(tool)
      if (!declaresTasks(call.request)) return isRequired ? Promise.resolve(refuseUndeclared(call.request)) : work()
      return isRequired ? runAsTask(call, tool, work) : runUntilLate(call, tool, work)
    },
    async park(call, pending) {
      const { request, conversation } = call
      const known = conversation.task
      if (known === undefined && !declaresTasks(request)) return replyToPending(app, request, conversation, pending)
      const url = createApprovalUrl(pending.id, app.siteUrl)
      const canOpen = app.siteUrl !== undefined && opensUrls(getCapabilities(request.params))
      try {
        const message = await describePendingCall(app, pending)
        const question = canOpen ? createApprovalQuestion(message, url) : undefined
        const stored = await (known ?? openTask(call)).park(pending, message, question)
        return createTaskReply(app, request, stored)
      } catch (error) {
        app.warn(`A pending call of ${pending.tool} could not become a task.`, error)
        return replyToPending(app, request, conversation, pending)
      }
    },
  }
}

/** Resolves to the reply, or to undefined after the time. */
async function within(reply: Promise<McpReply>, ms: number): Promise<McpReply | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([reply, pause(ms, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}

function createTaskReply(app: McpApp, request: McpRequest, task: McpTask): McpReply {
  return ok(request, { resultType: 'task', ...describeTask(task) }, app.server)
}

function describeTask({ id, status, message, createdAt, updatedAt, expiresAt }: McpTask): object {
  return {
    taskId: id,
    status,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: expiresAt - createdAt,
    pollIntervalMs: POLL_INTERVAL_MS,
  }
}

type TaskMethod = (
  request: McpRequest,
  call: McpCall,
  stored: { store: McpTaskStore; task: McpTask },
) => Promise<McpReply>

export function taskMethods(app: McpApp): readonly (readonly [string, McpMethod])[] {
  const results = createResultWriter(app)
  const withTask = (method: TaskMethod): McpMethod => {
    return async (request, call) => {
      if (!declaresTasks(request)) return refuseUndeclared(request)
      const { taskId } = request.params
      const store = openMcpTasks(app.data, app.ownerOf(await call.ctx()), app.now)
      const task = typeof taskId === 'string' ? await store.read(taskId) : undefined
      if (task === undefined) return refuseParams(request, 'Task not found. It may have expired.')
      return method(request, call, { store, task })
    }
  }
  const acknowledge = (request: McpRequest) => ok(request, {}, app.server)
  return [
    [
      'tasks/get',
      withTask(async (request, _call, { store, task }) => {
        const current = await refreshTask(app, request, { store, task }, results)
        return ok(request, await describeWholeTask(store, current), app.server)
      }),
    ],
    [
      'tasks/update',
      withTask(async (request, _call, { store, task }) => {
        const { inputResponses } = request.params
        if (!isRecord(inputResponses) || !Object.values(inputResponses).every(isRecord))
          return refuseParams(request, 'The member "inputResponses" of params must be an object of objects.')
        for (const question of Object.keys(await listOpenQuestions(store, task)))
          if (Object.hasOwn(inputResponses, question))
            await store.answer(task, question, inputResponses[question] as ClientAnswer) // an object, checked above
        return acknowledge(request)
      }),
    ],
    [
      'tasks/cancel',
      withTask(async (request, call, { store, task }) => {
        if (hasEnded(task)) return acknowledge(request)
        if (task.proposal === undefined) await store.cancel(task)
        else if (await call.withdraw(task.proposal)) {
          const { message: _, ...rest } = task
          await store.write({ ...rest, status: 'cancelled', updatedAt: app.now() })
        }
        return acknowledge(request)
      }),
    ],
  ]
}

function hasEnded({ status }: McpTask): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** Returns the task as it is now: a user may have decided about its call, or the process of its call may have stopped. */
async function refreshTask(
  app: McpApp,
  request: McpRequest,
  { store, task }: { readonly store: McpTaskStore; readonly task: McpTask },
  results: ResultWriter,
): Promise<McpTask> {
  if (hasEnded(task)) return task
  const change =
    task.proposal === undefined
      ? (task.aliveUntil ?? 0) < app.now()
        ? createLost()
        : undefined
      : await findDecision(app, request, task.proposal, results)
  if (change === undefined) return task
  const { message: _, ...rest } = task
  const changed: McpTask = { ...rest, ...change, updatedAt: app.now() }
  await store.write(changed)
  return changed
}

/** Returns the change by the decision about a pending call; `undefined` while it is undecided or runs. */
async function findDecision(
  app: McpApp,
  request: McpRequest,
  id: string,
  results: ResultWriter,
): Promise<Partial<McpTask> | undefined> {
  const decided = await findDecidedReply(app, request, id, results)
  return decided && readOutcome(decided)
}

/** Returns the task with everything that its status requires. */
async function describeWholeTask(store: McpTaskStore, task: McpTask): Promise<object> {
  const inputRequests = task.status === 'input_required' ? await listOpenQuestions(store, task) : {}
  const waits = Object.keys(inputRequests).length > 0
  const status = task.status === 'input_required' && !waits ? 'working' : task.status
  return {
    ...describeTask({ ...task, status }),
    ...(waits && { inputRequests }),
    ...(task.result !== undefined && { result: JSON.parse(task.result) as unknown }),
    ...(task.error !== undefined && { error: JSON.parse(task.error) as unknown }),
  }
}
