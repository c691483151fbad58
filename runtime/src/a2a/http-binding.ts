/** The HTTP binding (specification, 11): the same operations, each at its own URL. */
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import { parseJson } from '#wire/json.ts'
import type { A2aCall } from './call.ts'
import { createTaskStream } from './event-stream.ts'
import { createHttpError, formatHttpFailure } from './http-refusal.ts'
import { createVersionError, toPublicError } from './json-rpc-binding.ts'
import type { Operation } from './operations.ts'
import { A2A_TYPE, A2aError, isSupported } from './protocol.ts'
import type { A2aParams } from './read-request.ts'
import type { A2aReply } from './reply.ts'

export interface HttpRequest {
  readonly method: string
  /** Decoded path segments below the endpoint: `['tasks', '…']`. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  body(): Promise<string>
}

/** An operation with the parameters of its URL. */
interface Route {
  readonly name: string
  readonly methods: readonly string[]
  readonly params: A2aParams
}

/** Handles one request. Never rejects. */
export async function handleHttp(
  request: HttpRequest,
  version: string | undefined,
  operations: ReadonlyMap<string, Operation>,
  call: A2aCall,
): Promise<A2aReply> {
  try {
    if (!isSupported(version)) throw createVersionError(version)
    const route = matchRoute(request)
    const operation = route && operations.get(route.name)
    if (route === undefined || operation === undefined) throw new FwError('not_found')
    const rest = request.method === 'POST' ? readBody(await request.body()) : readQuery(request.query)
    const result = await operation({ ...rest, ...route.params }, call)
    if ('json' in result) return { status: 200, type: A2A_TYPE, body: result.json }
    const body = createTaskStream(result.events, {
      event: (event) => event,
      failure: (error) => `event: error\ndata: ${formatHttpFailure(toPublicError(error, call))}\n\n`,
    })
    return { status: 200, type: 'text/event-stream', body }
  } catch (error) {
    return createHttpError(toPublicError(error, call))
  }
}

/**
 * Finds the operation of a URL.
 *
 * @throws FwError `method_not_allowed`
 */
function matchRoute({ method, segments }: HttpRequest): Route | undefined {
  const route = findRoute(segments, method)
  if (route === undefined || route.methods.includes(method)) return route
  throw new FwError('method_not_allowed', { headers: { allow: route.methods.join(', ') } })
}

function findRoute(segments: readonly string[], method: string): Route | undefined {
  const [first = '', second, third, fourth, ...more] = segments
  if (more.length > 0) return undefined
  if (first !== 'tasks') return second === undefined ? ROOT_ROUTES.get(first) : undefined
  if (second === undefined) return { name: 'ListTasks', methods: ['GET'], params: {} }
  if (third === undefined) return taskRoute(second)
  if (third !== 'pushNotificationConfigs') return undefined
  const params = { taskId: second, ...(fourth !== undefined && { id: fourth }) }
  if (fourth === undefined && method === 'GET')
    return { name: 'ListTaskPushNotificationConfigs', methods: ['GET'], params }
  const methods = fourth === undefined ? ['GET', 'POST'] : ['GET', 'DELETE']
  return { name: `${PUSH_VERBS[method] ?? 'Get'}TaskPushNotificationConfig`, methods, params }
}

const ROOT_ROUTES: ReadonlyMap<string, Route> = new Map([
  ['message:send', { name: 'SendMessage', methods: ['POST'], params: {} }],
  ['message:stream', { name: 'SendStreamingMessage', methods: ['POST'], params: {} }],
  ['extendedAgentCard', { name: 'GetExtendedAgentCard', methods: ['GET'], params: {} }],
])

const PUSH_VERBS: Readonly<Record<string, string>> = { GET: 'Get', POST: 'Create', DELETE: 'Delete' }

/** Finds the operation of `{id}`, `{id}:cancel` and `{id}:subscribe`. Ids of tasks contain no colon. */
function taskRoute(segment: string): Route | undefined {
  const [id, verb, ...more] = segment.split(':')
  if (more.length > 0) return undefined
  const params = { id }
  if (verb === undefined) return { name: 'GetTask', methods: ['GET'], params }
  if (verb === 'cancel') return { name: 'CancelTask', methods: ['POST'], params }
  // The specification's text requires POST, its proto file GET.
  if (verb === 'subscribe') return { name: 'SubscribeToTask', methods: ['GET', 'POST'], params }
  return undefined
}

function readBody(text: string): A2aParams {
  const body = text === '' ? {} : parseJson(text)
  if (isRecord(body)) return body
  throw new A2aError('INVALID_REQUEST', { message: 'The body must be a JSON object.' })
}

const NUMBERS: ReadonlySet<string> = new Set(['pageSize', 'historyLength'])
const BOOLEANS: ReadonlySet<string> = new Set(['includeArtifacts'])

/**
 * Reads query parameters with the types of their fields (specification, 11.5). A value of another type stays a string
 * and is rejected later.
 */
function readQuery(query: URLSearchParams): A2aParams {
  return Object.fromEntries([...query].map(([name, value]) => [name, readValue(name, value)]))
}

function readValue(name: string, value: string): unknown {
  if (NUMBERS.has(name) && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (BOOLEANS.has(name) && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
