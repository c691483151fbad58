/** A model provider on this machine that answers from a script, for the tests of an app (decisions: Names and doors). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScriptedFormat, ScriptedRequest, ScriptedStep, ScriptedStepData } from './script.ts'
import { WRITERS } from './scripted-formats.ts'

/** A provider on loopback that answers what a test has written down. `close` it when the test ends. */
export interface ScriptedModel {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Every request that came, in order. */
  readonly requests: readonly ScriptedRequest[]
  /** Steps that no request has asked for yet. */
  readonly left: number
  /** Adds steps to the end of the script. */
  add(...steps: readonly ScriptedStep[]): void
  /** The variables that make an app use this model. Default format: `anthropic`. */
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
 * Starts a provider on a loopback port that speaks all three wire formats, whole and streamed. Each request takes the next
 * step; a request beyond the last is answered 500 and says so. `OPENAI_COMPATIBLE_BASE_URL` and `OPENROUTER_BASE_URL` may
 * point at `url + '/v1'`.
 */
export async function scriptedModel(steps: readonly ScriptedStep[] = []): Promise<ScriptedModel> {
  const script = [...steps]
  const requests: ScriptedRequest[] = []
  const server = createServer((request, response) => {
    answer(request, response, script, requests).catch((error: unknown) => response.destroy(error as Error))
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: ScriptedStep[],
  requests: ScriptedRequest[],
): Promise<void> {
  const path = request.url ?? '/'
  const format = findFormat(path)
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  if (format === undefined) return send(response, 404, { error: { message: `No model answers at ${path}.` } })
  const writer = WRITERS[format]
  const body = JSON.parse(text) as Record<string, unknown> // our caller is a client of the format
  const asked = { format, ...writer.readRequest(path, body), headers: request.headers, body, aborted: false }
  requests.push(asked)
  response.on('close', () => {
    asked.aborted = !response.writableFinished
  })
  const next = script.shift()
  if (next === undefined) return send(response, 500, writer.error(500, 'The script of the scripted model has ended.'))
  const given = typeof next === 'function' ? await next(asked) : next
  await play(response, asked, typeof given === 'string' ? { text: given } : given)
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
    // Each in a packet of its own.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (step.hang === 'within') return
  if (step.reset === 'within') return void response.destroy()
  response.end(step.streamError === undefined ? undefined : writer.streamError(step.streamError))
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
