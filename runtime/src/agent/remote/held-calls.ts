/**
 * Calls that wait for a user while their connection stays open: servers with sessions (revisions of 2025) ask in this way.
 * A process holds such a call for a limited time. The response may arrive in another process, which passes it through the
 * data store.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attachment } from '#contract/agent/message.ts'
import type { QuestionResponses, RemoteQuestions } from '#contract/agent/question.ts'
import type { TurnData } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'
import { getMessage } from '#contract/http/thrown-error.ts'
import type { OpenQuestion, RunningCall } from './running-call.ts'

/** The result of a call of a remote tool. */
export interface RemoteResult {
  readonly ok: boolean
  /** Structured content if there is some, otherwise the text content. */
  readonly value: unknown
  /** Absent if it has none. */
  readonly files?: readonly Attachment[]
}

/** The end of a call, or its next question. */
export type CallStep = RemoteResult | { readonly asked: RemoteQuestions }

export interface HeldCalls {
  /** Resolves to the end of the call, or to its first question, with which it is held. */
  follow(call: RunningCall, end: Promise<CallStep>): Promise<CallStep>
  /** Responds to the question of a held call, and resolves to the next step. Rejects if no process holds it any more. */
  resume(key: string, responses: QuestionResponses): Promise<CallStep>
  /** Ends all calls that are held. */
  close(): void
}

interface HoldOptions {
  /** URL of the server for people. */
  readonly server: string
  readonly timeoutMs: number
  /** Default: three minutes. */
  readonly holdMs?: number | undefined
  /** Returns the data store that the processes of the app share. */
  readonly getData: () => TurnData | undefined
}

interface HeldCall extends OpenQuestion {
  readonly call: RunningCall
  readonly end: Promise<CallStep>
  /** Stops waiting for the user. */
  stop(): void
}

/** Time in milliseconds for which a call waits for a user. Some HTTP connections end after five minutes without data. */
const HOLD_MS = 180_000
/** Additional time in milliseconds for a response in the last moment. */
const GRACE_MS = 5_000
/** Calls of one server that a process holds. Questions of further calls are declined. */
const MAX_HELD = 64

export function createHeldCalls(options: HoldOptions): HeldCalls {
  const { server, holdMs = HOLD_MS, getData } = options
  const held = new Map<string, HeldCall>()

  async function follow(call: RunningCall, end: Promise<CallStep>): Promise<CallStep> {
    const step = await Promise.race([end, call.nextQuestion().then((open) => ({ open }))])
    if (!('open' in step)) return step
    if (held.size >= MAX_HELD) {
      step.open.respond({ action: 'decline' })
      return follow(call, end)
    }
    return { asked: { server, questions: [step.open.question], resume: hold(call, end, step.open), ttlMs: holdMs } }
  }

  function hold(call: RunningCall, end: Promise<CallStep>, open: OpenQuestion): RemoteQuestions['resume'] {
    const key = randomBytes(18).toString('base64url')
    const waiting = new AbortController()
    // It may end with an error before the user responds.
    end.catch(() => undefined)
    call.wait()
    const timer = setTimeout(() => {
      held.get(key)?.stop()
      held.delete(key)
      open.respond({ action: 'cancel' })
      call.giveUp()
    }, holdMs + Math.min(holdMs, GRACE_MS))
    timer.unref()
    const stop = () => {
      clearTimeout(timer)
      waiting.abort()
    }
    held.set(key, { ...open, call, end, stop })
    const data = getData()
    if (data !== undefined) void receiveRelayed(data, key, waiting.signal, (responses) => resumeHere(key, responses))
    return { kind: 'held', key }
  }

  /** Resolves to `undefined` if this process doesn't hold the call. */
  async function resumeHere(key: string, responses: QuestionResponses): Promise<CallStep | undefined> {
    const found = held.get(key)
    if (found === undefined) return undefined
    const { call, end, question, respond, stop } = found
    held.delete(key)
    stop()
    call.go()
    respond(responses[question.name] ?? { action: 'decline' })
    return follow(call, end)
  }

  return {
    follow,
    async resume(key, responses) {
      return (await resumeHere(key, responses)) ?? relay(options, key, responses)
    },
    close() {
      for (const { call, stop } of held.values()) {
        stop()
        call.abort()
      }
      held.clear()
    },
  }
}

/** How often the processes look for each other's messages, in milliseconds. */
const POLL_MS = 500
/** Time in milliseconds after which the process that held the call must have stopped. */
const TAKE_MS = 5_000
/** Lifetime of messages. */
const MESSAGE_MS = 60_000

/** Waits for a response that another process has received, and sends back the next step. */
async function receiveRelayed(
  data: TurnData,
  key: string,
  signal: AbortSignal,
  resume: (responses: QuestionResponses) => Promise<CallStep | undefined>,
): Promise<void> {
  while (!signal.aborted) {
    await pause(POLL_MS, undefined, { ref: false, signal }).catch(() => undefined)
    // The data store reports its own outages.
    const text = signal.aborted ? undefined : await data.read(`mcp-held:${key}`).catch(() => undefined)
    if (text === undefined || !(await data.claim(`mcp-held-taken:${key}`, MESSAGE_MS).catch(() => false))) continue
    await data.remove(`mcp-held:${key}`).catch(() => undefined)
    const step = await resume(JSON.parse(text) as QuestionResponses).catch((error: unknown) => ({
      failed: getMessage(error),
    }))
    await data.write(`mcp-held-step:${key}`, JSON.stringify(step), MESSAGE_MS).catch(() => undefined)
    return
  }
}

/** Passes a response to the process that holds the call. */
async function relay(
  { timeoutMs, getData }: HoldOptions,
  key: string,
  responses: QuestionResponses,
): Promise<CallStep> {
  const data = getData()
  if (data === undefined) throw createEndedError()
  await data.write(`mcp-held:${key}`, JSON.stringify(responses), MESSAGE_MS)
  const begun = Date.now()
  let isTaken = false
  while (Date.now() - begun < TAKE_MS + timeoutMs + GRACE_MS) {
    await pause(POLL_MS)
    const text = await data.read(`mcp-held-step:${key}`)
    if (text !== undefined) {
      await data.remove(`mcp-held-step:${key}`)
      const step = JSON.parse(text) as CallStep | { readonly failed: string } // written by `receiveRelayed`
      if ('failed' in step) throw new Error(step.failed)
      return step
    }
    if (isTaken || Date.now() - begun < TAKE_MS) continue
    if (await data.claim(`mcp-held-taken:${key}`, MESSAGE_MS)) {
      await data.remove(`mcp-held:${key}`)
      throw createEndedError()
    }
    isTaken = true
  }
  throw new Error('The call has not ended in time.')
}

function createEndedError(): FwError {
  return new FwError('unavailable', {
    message:
      'The response was not sent: the process that held the call has stopped. Check what the call has changed before you repeat it.',
  })
}
