/** The server of a scripted model. It finds the wire of a request, and plays the next step of its script in that wire. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ScriptedFormat, ScriptedRequest, ScriptedStep, ScriptedStepData } from './script.ts'
import { anthropicWire } from './wires/anthropic.ts'
import { geminiWire } from './wires/gemini.ts'
import { chatWire } from './wires/openai-chat.ts'
import { responsesWire } from './wires/openai-responses.ts'
import type { WireWriter } from './wires/wire-writer.ts'

/** What a stricter server adds to a scripted one. */
export interface ServerHooks {
  /** Returns the refusal of a request; `undefined` if it may use the next step. */
  inspect?(request: ScriptedRequest, path: string): ScriptedStepData | undefined
  /** Completes a step before it is played. */
  complete?(step: ScriptedStepData, request: ScriptedRequest): ScriptedStepData
}

interface ScriptedServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly requests: readonly ScriptedRequest[]
  /** The steps that no request has used yet. */
  readonly script: ScriptedStep[]
  close(): Promise<void>
}

const WIRES: Readonly<Record<ScriptedFormat, WireWriter>> = {
  anthropic: anthropicWire,
  openai: responsesWire,
  'openai-compatible': chatWire,
  google: geminiWire,
}

/** Starts a server on a loopback port. */
export async function startScriptedServer(
  steps: readonly ScriptedStep[],
  hooks: ServerHooks = {},
): Promise<ScriptedServer> {
  const script = [...steps]
  const requests: ScriptedRequest[] = []
  const server = createServer((request, response) => {
    respond(request, response, { script, requests, hooks }).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has this form
    requests,
    script,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface ServerState {
  readonly script: ScriptedStep[]
  readonly requests: ScriptedRequest[]
  readonly hooks: ServerHooks
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { script, requests, hooks }: ServerState,
): Promise<void> {
  const path = request.url ?? '/'
  const format = findFormat(path)
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  if (format === undefined)
    return send(response, 404, { error: { message: `The path ${path} isn't an endpoint of a model.` } })
  const wire = WIRES[format]
  const body = JSON.parse(text) as Record<string, unknown> // the caller is a client of the format
  const received = { format, ...wire.readRequest(path, body), headers: request.headers, body, aborted: false }
  requests.push(received)
  response.on('close', () => {
    received.aborted = !response.writableFinished
  })
  const refusal = hooks.inspect?.(received, path)
  if (refusal !== undefined) return play(response, received, refusal)
  const next = script.shift()
  if (next === undefined) return send(response, 500, wire.error(500, 'The script of the scripted model has ended.'))
  const given = typeof next === 'function' ? await next(received) : next
  const step = typeof given === 'string' ? { text: given } : given
  await play(response, received, hooks.complete?.(step, received) ?? step)
}

function findFormat(path: string): ScriptedFormat | undefined {
  if (path.endsWith('/messages')) return 'anthropic'
  if (path.endsWith('/responses')) return 'openai'
  if (path.endsWith('/chat/completions')) return 'openai-compatible'
  return /\/models\/[^/]+:(?:stream)?[gG]enerateContent/.test(path) ? 'google' : undefined
}

async function play(
  response: ServerResponse,
  { format, model, stream }: ScriptedRequest,
  step: ScriptedStepData,
): Promise<void> {
  const wire = WIRES[format]
  if (step.reset === 'before') return void response.destroy()
  if (step.hang === 'before') return
  for (const [name, value] of Object.entries({ ...wire.identify(), ...step.headers })) response.setHeader(name, value)
  if (step.body !== undefined) return void response.writeHead(step.status ?? 200).end(step.body)
  if (step.status !== undefined) return send(response, step.status, wire.error(step.status, step.message ?? 'No.'))
  const stopsWithin = step.reset === 'within' || step.hang === 'within'
  if (!stream) {
    if (!stopsWithin) return send(response, 200, wire.whole(step, model))
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"')
    if (step.reset === 'within') setImmediate(() => response.destroy())
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const events = wire.events(step, model)
  const most = stopsWithin || step.streamError !== undefined ? Math.ceil(events.length / 2) : events.length
  for (const event of events.slice(0, most)) {
    response.write(event)
    // Waits, so that each event is sent in its own packet.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (step.hang === 'within') return
  if (step.reset === 'within') return void response.destroy()
  response.end(step.streamError === undefined ? undefined : wire.streamError(step.streamError))
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
