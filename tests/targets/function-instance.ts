/** One instance of a function on a platform: a process that is stopped while it handles no request. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface FunctionInstance {
  /** Passes a request to the function, with these headers. Resolves when the response begins. */
  invoke(call: FunctionCall): Promise<Response>
  /** Whether the process is stopped. */
  isFrozen(): boolean
  close(): Promise<void>
}

/** Instances of one function, which handle the calls in turn. */
export interface FunctionInstances {
  readonly instances: readonly FunctionInstance[]
  invoke: FunctionInstance['invoke']
  close(): Promise<void>
}

interface FunctionCall {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Headers
  readonly body: Buffer
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal | undefined
}

const LAUNCHER = fileURLToPath(new URL('./launcher.mjs', import.meta.url))

/** Starts an instance with only these variables. Rejects if the function fails to load. */
async function startInstance(
  platform: 'netlify' | 'vercel',
  file: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<FunctionInstance> {
  const child = fork(LAUNCHER, [platform, file], {
    cwd,
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Requests that have reached the function, and requests that are on their way or aren't complete.
  let reached = 0
  let active = 0
  let frozen = false
  let idleAfter = 0
  const freezeIfIdle = () => {
    if (idleAfter < reached || active > 0 || frozen) return
    frozen = true
    child.kill('SIGSTOP')
  }
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The function ended with ${code}.`)
  })
  const [{ port }] = (await Promise.race([once(child, 'message'), exited])) as [{ port: number }]
  exited.catch(() => undefined)
  child.on('message', (message: { idleAfter: number }) => {
    idleAfter = message.idleAfter
    freezeIfIdle()
  })
  return {
    isFrozen: () => frozen,
    async invoke({ method, path, headers, body, signal }) {
      active += 1
      if (frozen) child.kill('SIGCONT')
      frozen = false
      const passed = { ...Object.fromEntries(headers), ...createLengthHeader(body) }
      // Without a pool: an idle connection ends while the process is stopped.
      const outgoing = send({ port, host: '127.0.0.1', method, path, headers: passed, agent: false })
      outgoing.once('close', () => {
        active -= 1
        freezeIfIdle()
      })
      outgoing.on('error', () => undefined)
      signal?.addEventListener('abort', () => outgoing.destroy())
      outgoing.end(body)
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      reached += 1
      return toWebResponse(response)
    },
    async close() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** Starts several instances. */
export async function startInstances(
  count: number,
  ...options: Parameters<typeof startInstance>
): Promise<FunctionInstances> {
  const instances = await Promise.all(Array.from({ length: count }, () => startInstance(...options)))
  let next = 0
  return {
    instances,
    invoke(call) {
      next += 1
      return (instances[next % count] as FunctionInstance).invoke(call)
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.close()))
    },
  }
}

function createLengthHeader(body: Buffer): Readonly<Record<string, string>> {
  return body.length === 0 ? {} : { 'content-length': String(body.length) }
}

function toWebResponse(incoming: IncomingMessage): Response {
  const headers = new Headers()
  const { rawHeaders, statusCode = 500 } = incoming
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (!HOP_BY_HOP.includes(name.toLowerCase())) headers.append(name, value)
  }
  const body = [204, 304].includes(statusCode) ? null : toWebBody(incoming)
  return new Response(body, { status: statusCode, headers })
}

const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'date']

function toWebBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (part: Uint8Array) => controller.enqueue(part))
      incoming.on('end', () => controller.close())
      incoming.on('error', (error) => controller.error(error))
    },
    cancel: () => void incoming.destroy(),
  })
}

/** Reads a request as a platform does before it invokes a function, with headers as clients send them. */
export async function readCall(
  url: string,
  init: RequestInit = {},
): Promise<FunctionCall & { readonly pathname: string }> {
  const request = new Request(url, init)
  const { pathname, search, host } = new URL(url)
  const headers = new Headers(request.headers)
  headers.set('host', host)
  return {
    method: request.method,
    path: pathname + search,
    pathname,
    headers,
    signal: init.signal ?? undefined,
    body: request.body === null ? Buffer.alloc(0) : await buffer(request.body as unknown as AsyncIterable<Uint8Array>),
  }
}
