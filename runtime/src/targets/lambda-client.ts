/**
 * A client of Lambda's Runtime API, for container images and custom runtimes: receives invocations, and streams responses.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-custom.html#runtimes-custom-response-streaming
 */
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BuiltApp } from './app-handler.ts'
import { createLambdaHandlers, type LambdaHandlers } from './lambda-handler.ts'

/** Content type of a response that begins with its status and headers as JSON, followed by eight NUL bytes. */
const HTTP_RESPONSE = 'application/vnd.awslambda.http-integration-response'
const DELIMITER = '\0'.repeat(8)

type Metadata = Readonly<Record<string, unknown>>

/** Handles invocations until the process ends. Reports an app that `load` can't load. */
export async function runLambdaClient(load: () => Promise<BuiltApp>): Promise<never> {
  const api = process.env.AWS_LAMBDA_RUNTIME_API
  if (api === undefined) throw new TypeError('AWS_LAMBDA_RUNTIME_API is not set: this program runs on AWS Lambda only.')
  const call = createCaller(api)
  provideResponseStream()
  let handlers: LambdaHandlers
  try {
    handlers = await createLambdaHandlers(await load())
  } catch (error) {
    await readReply(call('init/error', { method: 'POST' }).end(describeError(error)))
    throw error
  }
  for (;;) await handleNext(call, handlers)
}

type Caller = (path: string, options: RequestOptions) => ClientRequest

function createCaller(api: string): Caller {
  const [hostname, port] = api.split(':')
  // One connection: an instance handles one invocation at a time. Waiting for the next one has no time limit.
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  return (path, options) => send({ agent, hostname, port, ...options, path: `/2018-06-01/runtime/${path}` })
}

async function handleNext(call: Caller, handlers: LambdaHandlers): Promise<void> {
  const next = await readReply(call('invocation/next', { method: 'GET' }).end())
  const id = next.headers['lambda-runtime-aws-request-id']
  const deadline = Number(next.headers['lambda-runtime-deadline-ms'])
  if (next.statusCode !== 200 || typeof id !== 'string')
    throw new Error(`The Runtime API responded with ${next.statusCode} instead of an invocation.`)
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() }
  const stream = call(`invocation/${id}/response`, {
    method: 'POST',
    headers: {
      'Lambda-Runtime-Function-Response-Mode': 'streaming',
      'Transfer-Encoding': 'chunked',
      Trailer: 'Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body',
    },
  })
  const accepted = readReply(stream)
  // The error of a request that is replaced by a report of a failure.
  accepted.catch(() => undefined)
  try {
    const setContentType = (type: string) => void stream.setHeader('Content-Type', type)
    await handlers.stream(JSON.parse(next.body), Object.assign(stream, { setContentType }), context)
    await accepted
  } catch (error) {
    console.error(error)
    await reportFailure(call, id, stream, error)
  }
}

/** Reports a failed invocation: as trailers of a response that has begun, otherwise in place of the response. */
async function reportFailure(call: Caller, id: string, stream: ClientRequest, error: unknown): Promise<void> {
  const description = describeError(error)
  if (stream.headersSent && !stream.destroyed) {
    stream.addTrailers({
      'Lambda-Runtime-Function-Error-Type': 'Runtime.StreamError',
      'Lambda-Runtime-Function-Error-Body': Buffer.from(description).toString('base64'),
    })
    stream.end()
    return
  }
  stream.destroy()
  const headers = { 'Lambda-Runtime-Function-Error-Type': 'Runtime.HandlerError' }
  await readReply(call(`invocation/${id}/error`, { method: 'POST', headers }).end(description))
}

/** Without the stack, which the log has. */
function describeError(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return JSON.stringify({ errorType: name, errorMessage: message })
}

/** Defines the object by which functions write status and headers, as Lambda's own runtime for Node does. */
function provideResponseStream(): void {
  const from = (stream: ClientRequest, metadata: Metadata): ClientRequest => {
    stream.setHeader('Content-Type', HTTP_RESPONSE)
    stream.write(JSON.stringify(metadata) + DELIMITER)
    return stream
  }
  Object.assign(globalThis, { awslambda: { HttpResponseStream: { from } } })
}

interface Reply extends Pick<IncomingMessage, 'statusCode' | 'headers'> {
  readonly body: string
}

function readReply(request: ClientRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      const { statusCode, headers } = response
      text(response).then((body) => resolve({ statusCode, headers, body }), reject)
    })
  })
}
