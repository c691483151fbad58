/**
 * The part of AWS Lambda that a function meets: the Runtime API, and a function URL in front of it.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface LambdaService {
  /** Value of `AWS_LAMBDA_RUNTIME_API`. */
  readonly api: string
  /** Sends a request to the function URL, from the address `sender`. */
  invoke(path: string, init?: RequestInit, sender?: string): Promise<Response>
  /** Invokes the function with another event, as a service of the platform does. */
  invokeEvent(event: object): Promise<Response>
  /** Reports of failed invocations and of a failed start, in order. */
  readonly failures: readonly { readonly path: string; readonly type: unknown; readonly body: string }[]
  /** Number of instances that wait for an invocation. */
  idle(): number
  close(): Promise<void>
}

/** Host of the function URL. */
export const FUNCTION_HOST = 'url-id.lambda-url.eu-central-1.on.aws'

interface Invocation {
  readonly id: string
  readonly event: string
  respond(response: Response): void
}

/** Time limit of an invocation in milliseconds. */
const TIMEOUT_MS = 10_000

export async function startLambdaService(): Promise<LambdaService> {
  const queue: Invocation[] = []
  const running = new Map<string, Invocation>()
  const failures: { path: string; type: unknown; body: string }[] = []
  const waiting: ((invocation: Invocation) => void)[] = []
  let count = 0
  const next = (): Promise<Invocation> => {
    const first = queue.shift()
    return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first)
  }
  const invokeEvent = (event: object): Promise<Response> =>
    new Promise((respond) => {
      const invocation = { id: `invocation-${++count}`, event: JSON.stringify(event), respond }
      const instance = waiting.shift()
      if (instance === undefined) queue.push(invocation)
      else instance(invocation)
    })
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const path = incoming.url?.replace('/2018-06-01/runtime/', '') ?? ''
    if (path === 'invocation/next') {
      const invocation = await next()
      running.set(invocation.id, invocation)
      outgoing.setHeader('Lambda-Runtime-Aws-Request-Id', invocation.id)
      outgoing.setHeader('Lambda-Runtime-Deadline-Ms', Date.now() + TIMEOUT_MS)
      outgoing.setHeader(
        'Lambda-Runtime-Invoked-Function-Arn',
        'arn:aws:lambda:eu-central-1:000000000000:function:shop',
      )
      outgoing.end(invocation.event)
      return
    }
    const [, id = '', kind] = /^invocation\/([^/]+)\/(response|error)$/.exec(path) ?? []
    if (kind === 'response') await receive(incoming, running.get(id))
    else {
      const body = await text(incoming)
      failures.push({ path, type: incoming.headers['lambda-runtime-function-error-type'], body })
      running.get(id)?.respond(new Response('Internal Server Error', { status: 502 }))
    }
    outgoing.writeHead(202).end()
  }
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    api: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    idle: () => waiting.length,
    invoke: async (path, init, sender = '198.51.100.20') => invokeEvent(await createEvent(path, init, sender)),
    invokeEvent,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads a streamed response: status and headers as JSON, eight NUL bytes, the body. */
async function receive(incoming: IncomingMessage, invocation: Invocation | undefined): Promise<void> {
  const { headers } = incoming
  if (invocation === undefined) throw new Error('A response without an invocation.')
  if (headers['lambda-runtime-function-response-mode'] !== 'streaming' || headers['transfer-encoding'] !== 'chunked')
    throw new Error('The response is not streamed.')
  // The result of an event that isn't a request.
  if (headers['content-type'] === 'application/json') return invocation.respond(new Response(await text(incoming)))
  if (headers['content-type'] !== 'application/vnd.awslambda.http-integration-response')
    throw new Error(`The response is not an HTTP response: ${headers['content-type']}`)
  const parts = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head = Buffer.alloc(0)
  let end = -1
  while (end < 0) {
    const { value, done } = await parts.next()
    if (done === true) throw new Error('The response has no delimiter.')
    head = Buffer.concat([head, value])
    end = head.indexOf(Buffer.alloc(8))
  }
  const metadata = JSON.parse(head.subarray(0, end).toString())
  const list = new Headers(metadata.headers)
  // https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-response-payload: cookies have their own member.
  for (const cookie of metadata.cookies ?? []) list.append('set-cookie', cookie)
  const isBodyless = [204, 304].includes(metadata.statusCode)
  const body = new TransformStream<Uint8Array, Uint8Array>({}, undefined, { highWaterMark: Number.POSITIVE_INFINITY })
  const writer = body.writable.getWriter()
  // A caller that goes away doesn't reach the function.
  const write = (part: Uint8Array) => writer.write(part).catch(() => undefined)
  invocation.respond(new Response(isBodyless ? null : body.readable, { status: metadata.statusCode, headers: list }))
  await write(head.subarray(end + 8))
  try {
    for (let part = await parts.next(); part.done !== true; part = await parts.next()) await write(part.value)
  } catch (error) {
    // The instance has ended within its response.
    await writer.abort(error).catch(() => undefined)
    return
  }
  const { 'lambda-runtime-function-error-type': failure } = incoming.trailers
  await (failure === undefined ? writer.close() : writer.abort(new Error(String(failure)))).catch(() => undefined)
}

async function createEvent(path: string, init: RequestInit = {}, sourceIp: string): Promise<object> {
  const request = new Request(`https://${FUNCTION_HOST}${path}`, init)
  const { pathname, search } = new URL(request.url)
  const headers: Record<string, string> = Object.fromEntries(request.headers)
  const cookies = headers.cookie?.split('; ')
  delete headers.cookie
  const forwarded = headers['x-forwarded-for']
  const body = Buffer.from(await request.arrayBuffer())
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    ...(cookies !== undefined && { cookies }),
    headers: {
      ...headers,
      host: FUNCTION_HOST,
      'x-forwarded-proto': 'https',
      // The platform appends the address that it measures to the client's own header.
      'x-forwarded-for': forwarded === undefined ? sourceIp : `${forwarded},${sourceIp}`,
      ...(body.length > 0 && { 'content-length': String(body.length) }),
    },
    requestContext: {
      accountId: 'anonymous',
      apiId: 'url-id',
      domainName: FUNCTION_HOST,
      http: { method: request.method, path: pathname, protocol: 'HTTP/1.1', sourceIp },
      requestId: 'id',
      stage: '$default',
    },
    ...(body.length > 0 && { body: body.toString('base64') }),
    isBase64Encoded: body.length > 0,
  }
}
