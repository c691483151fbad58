/**
 * Calls a tool of a server. A question that the server asks meanwhile is returned if a user can respond to it, and
 * declined otherwise.
 */
import type { CallToolResult, Client, InputRequiredResult, Tool } from '@modelcontextprotocol/client'
import type { QuestionResponses, RemoteResume, ServerQuestion } from '#contract/agent/question.ts'
import type { RemoteCallOptions } from '#contract/agent/remote-source.ts'
import { readQuestion } from '#contract/approval/read-question.ts'
import { toFields } from '#contract/is-object.ts'
import { readContentParts } from '../content-parts.ts'
import { addQuestion, type QuestionLog, readRequiredLinks, withQuestions } from './declined-questions.ts'
import type { CallStep, HeldCalls, RemoteResult } from './held-calls.ts'
import type { QuestionStream } from './question-stream.ts'
import { withRunningCall } from './receive-questions.ts'
import { RunningCall } from './running-call.ts'

export interface CallSources {
  /** Runs work with a connection. */
  readonly retry: <Value>(repeatable: boolean, work: (client: Client) => Promise<Value>) => Promise<Value>
  /** The running calls of the connection. */
  readonly calls: Set<RunningCall>
  readonly held: HeldCalls
  readonly stream: QuestionStream
  readonly timeoutMs: number
  /** URL of the server for people. */
  readonly server: string
}

export interface RemoteToolCall extends RemoteCallOptions {
  readonly tool: Tool
  readonly input: unknown
  readonly signal: AbortSignal
  /** The call changes nothing, so it may be repeated after a lost connection. */
  readonly isRepeatable: boolean
}

/** Longest time of a timer, in milliseconds: the running call has its own timeout, which stops while it waits for a user. */
const MAX_TIMEOUT = 2_147_483_647
/** Rounds of one call in which its questions are declined. */
const MAX_ROUNDS = 10
/** Questions of one round, and characters of the state of the server: both are stored until the user responds. */
const MAX_QUESTIONS = 8
const MAX_STATE = 262_144

export function callRemoteTool(sources: CallSources, call: RemoteToolCall): Promise<CallStep> {
  const { canAsk, signal, resumed } = call
  if (resumed?.resume.kind === 'held') return sources.held.resume(resumed.resume.key, resumed.responses)
  const running = new RunningCall({ canAsk, signal, timeoutMs: sources.timeoutMs })
  const end = run(sources, call, running)
  return canAsk ? sources.held.follow(running, end) : end
}

/** Runs the call until its end, or until its server returns questions. */
async function run(sources: CallSources, call: RemoteToolCall, running: RunningCall): Promise<CallStep> {
  const { calls, server } = sources
  const { declined } = running
  calls.add(running)
  try {
    let params = createParams(call)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const result = await send(sources, call, params, running)
      if (!isQuestion(result)) return toRemoteResult(result, declined)
      const { requestState } = result
      const questions = readQuestions(result)
      if (call.canAsk && questions !== undefined && (requestState ?? '').length <= MAX_STATE) {
        const resume: RemoteResume = { kind: 'input', ...(requestState !== undefined && { requestState }) }
        return { asked: { server, questions, resume } }
      }
      const requests = Object.entries(toFields(result.inputRequests))
      for (const [, request] of requests) addQuestion(declined, toFields(request).params)
      const inputResponses = Object.fromEntries(requests.map(([name]) => [name, { action: 'decline' as const }]))
      params = createParams(call, { inputResponses, requestState })
    }
    throw new Error(`The server has asked for input ${MAX_ROUNDS} times.`)
  } catch (error) {
    if (!call.canAsk && toFields(error).code === MISSING_CAPABILITY) return { ok: false, value: NOT_ASKED }
    const links = readRequiredLinks(error)
    if (links === undefined) throw error
    const questions = links.map((params, index) => readQuestion(`link ${index + 1}`, params))
    if (call.canAsk && isAskable(questions)) return { asked: { server, questions, resume: { kind: 'repeat' } } }
    for (const params of links) addQuestion(declined, params)
    return { ok: false, value: withQuestions('The user has to open a link first.', declined) }
  } finally {
    calls.delete(running)
    running.end()
  }
}

/** Error code of a server that needs a capability which the client doesn't announce. */
const MISSING_CAPABILITY = -32021
const NOT_ASKED = 'This tool asks the user a question, and no user can respond to it here. It did not run.'

interface Input {
  readonly inputResponses?: QuestionResponses
  readonly requestState?: string | undefined
}

/** Returns the parameters of the request: the call with the responses of the user, or with those of this call. */
function createParams({ tool, input, resumed }: RemoteToolCall, next?: Input) {
  const { inputResponses, requestState } = next ?? toInput(resumed)
  return {
    name: tool.name,
    arguments: (input ?? {}) as Record<string, unknown>, // the server validates it
    ...(inputResponses !== undefined && { inputResponses }),
    ...(requestState !== undefined && { requestState }),
  }
}

function toInput(resumed: RemoteCallOptions['resumed']): Input {
  if (resumed?.resume.kind !== 'input') return {}
  const { resume, responses } = resumed
  return { inputResponses: responses, requestState: resume.requestState }
}

function send(
  { retry, stream }: CallSources,
  { tool, isRepeatable }: RemoteToolCall,
  params: ReturnType<typeof createParams>,
  running: RunningCall,
): Promise<CallToolResult | InputRequiredResult> {
  // The client would refuse a question of a tool with an output schema, because it has no structured content.
  const { outputSchema: _outputSchema, ...toolDefinition } = tool
  const options = { timeout: MAX_TIMEOUT, signal: running.signal, toolDefinition, allowInputRequired: true }
  return retry(isRepeatable, async (client) => {
    try {
      await stream.hold(client)
      running.go()
      return await withRunningCall(running, () => client.callTool(params, options))
    } finally {
      stream.release()
    }
  })
}

function isQuestion(result: CallToolResult | InputRequiredResult): result is InputRequiredResult {
  return result.resultType === 'input_required'
}

/** Returns the questions, or `undefined` if a user can't be shown all of them. */
function readQuestions({ inputRequests }: InputRequiredResult): readonly ServerQuestion[] | undefined {
  const questions = Object.entries(toFields(inputRequests)).map(([name, request]) => {
    const { method, params } = toFields(request)
    return method === 'elicitation/create' ? readQuestion(name, params) : undefined
  })
  return isAskable(questions) ? questions : undefined
}

function isAskable(questions: readonly (ServerQuestion | undefined)[]): questions is readonly ServerQuestion[] {
  return questions.length > 0 && questions.length <= MAX_QUESTIONS && questions.every((one) => one !== undefined)
}

function toRemoteResult(result: CallToolResult, declined: QuestionLog): RemoteResult {
  const { text, files } = readContentParts(result.content)
  return {
    ok: result.isError !== true,
    value: withQuestions(result.structuredContent ?? text, declined),
    ...(files.length > 0 && { files }),
  }
}
