/** A model provider on this machine that replies from a script, for the tests of an app. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScriptedFormat, ScriptedRequest, ScriptedStep, ScriptedStepData } from './script.ts'
import { WRITERS } from './scripted-formats.ts'

/** A provider on loopback that replies as a test defines. `close` it when the test ends. */
export interface ScriptedModel {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** All received requests, in order. */
  readonly requests: readonly ScriptedRequest[]
  /** Number of steps that no request has used yet. */
  readonly left: number
  /** Appends steps to the script. */
  add(...steps: readonly ScriptedStep[]): void
  /** Returns the environment variables that make an app use this model. Default format: `anthropic`. */
  env(format?: ScriptedFormat): Readonly<Record<string, string>>
  close(): Promise<void>
}

const ENVIRONMENTS: Readonly<Record<ScriptedFormat, (url: string) => Record<string, string>>> = {
  anthropic: (url) => ({ ANTHROPIC_API_KEY: 'scripted-key', ANTHROPIC_BASE_URL: url }),
  openai: (url) => ({ OPENAI_API_KEY: 'scripted-key', OPENAI_BASE_URL: `${url}/v1` }),
  google: (url) => ({
    GOOGLE_GENERATIVE_AI_API_KEY: 'scripted-key',
    GOOGLE_GENERATIVE_AI_BASE_URL: `${url}/v1beta`,
  }),
}

/**
 * Starts a provider on a loopback port that supports all three wire formats, streamed or not. Each request uses the next
 * step; a request after the last step receives a 500 with an explanation. `OPENAI_COMPATIBLE_BASE_URL` and
 * `OPENROUTER_BASE_URL` may be set to `url + '/v1'`.
 */
export async function scriptedModel(steps: readonly ScriptedStep[] = []): Promise<ScriptedModel> {
  const script = [...steps]
  const requests: ScriptedRequest[] = []
  const server = createServer((request, response) => {
    respond(request, response, script, requests).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has this form
  return {
    url,
    requests,
    get left() {
      return script.length
    },
    add: (...more) => void script.push(...more),
    env: (format = 'anthropic') => ENVIRONMENTS[format](url),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  script: ScriptedStep[],
  requests: ScriptedRequest[],
): Promise<void> {
  const path = request.url ?? '/'
  const format = findFormat(path)
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  if (format === undefined)
    return send(response, 404, { error: { message: `The path ${path} isn't an endpoint of a model.` } })
  const writer = WRITERS[format]
  const body = JSON.parse(text) as Record<string, unknown> // the caller is a client of the format
  const received = { format, ...writer.readRequest(path, body), headers: request.headers, body, aborted: false }
  requests.push(received)
  response.on('close', () => {
    received.aborted = !response.writableFinished
  })
  const next = script.shift()
  if (next === undefined) return send(response, 500, writer.error(500, 'The script of the scripted model has ended.'))
  const given = typeof next === 'function' ? await next(received) : next
  await play(response, received, typeof given === 'string' ? { text: given } : given)
}

function findFormat(path: string): ScriptedFormat | undefined {
  if (path.endsWith('/messages')) return 'anthropic'
  if (path.endsWith('/chat/completions')) return 'openai'
  return /\/models\/[^/]+:(?:stream)?[gG]enerateContent/.test(path) ? 'google' : undefined
}

async function play(
  response: ServerResponse,
  { format, model, stream }: ScriptedRequest,
  step: ScriptedStepData,
): Promise<void> {
  const writer = WRITERS[format]
  if (step.reset === 'before') return void response.destroy()
  if (step.hang === 'before') return
  for (const [name, value] of Object.entries(step.headers ?? {})) response.setHeader(name, value)
  if (step.body !== undefined) return void response.writeHead(step.status ?? 200).end(step.body)
  if (step.status !== undefined) return send(response, step.status, writer.error(step.status, step.message ?? 'No.'))
  const stopsWithin = step.reset === 'within' || step.hang === 'within'
  if (!stream) {
    if (!stopsWithin) return send(response, 200, writer.whole(step, model))
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"')
    if (step.reset === 'within') setImmediate(() => response.destroy())
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const events = writer.events(step, model)
  const most = stopsWithin || step.streamError !== undefined ? Math.ceil(events.length / 2) : events.length
  for (const event of events.slice(0, most)) {
    response.write(event)
    // Waits, so that each event is sent in its own packet.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (step.hang === 'within') return
  if (step.reset === 'within') return void response.destroy()
  response.end(step.streamError === undefined ? undefined : writer.streamError(step.streamError))
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
