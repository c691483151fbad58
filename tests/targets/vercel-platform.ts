/**
 * The part of Vercel that a deployment meets: reads `.vercel/output`, routes requests, serves files, and invokes functions.
 * https://vercel.com/docs/build-output-api
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lookup } from 'mrmime'
import { type FunctionInstances, readCall, startInstances } from './function-instance.ts'
import { FUNCTION_ORIGIN, FUNCTION_SENDER, type FunctionPlatform } from './function-transcript.ts'

export interface VercelPlatform extends FunctionPlatform {
  /** Requests the path of a cron job, as the platform does at its times. */
  runCron(path: string): Promise<Response>
}

interface Source {
  readonly src: string
  readonly dest?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly methods?: readonly string[]
  readonly continue?: boolean
  readonly caseSensitive?: boolean
  readonly status?: number
}

/** https://vercel.com/docs/build-output-api/configuration */
interface Config {
  readonly version: number
  readonly routes?: readonly (Source | { readonly handle: string })[]
  readonly overrides?: Readonly<Record<string, { readonly path?: string; readonly contentType?: string }>>
  readonly crons?: readonly { readonly path: string; readonly schedule: string }[]
}

/** https://vercel.com/docs/build-output-api/primitives#vercel-functions */
interface FunctionConfig {
  readonly runtime: string
  readonly handler: string
  readonly launcherType: string
  readonly supportsResponseStreaming?: boolean
}

/** https://vercel.com/docs/functions/limitations#request-body-size, for requests, and for responses that aren't streamed. */
const MAX_BODY_BYTES = 4.5 * 1024 * 1024

/** Starts a deployment. Several instances run each function, one after the other. */
export async function startVercel(output: string, env: NodeJS.ProcessEnv, count = 2): Promise<VercelPlatform> {
  const config = JSON.parse(readFileSync(join(output, 'config.json'), 'utf8')) as Config
  if (config.version !== 3) throw new Error(`Version ${config.version} of the Build Output API is not supported.`)
  const phases = readPhases(config)
  const functions = await startFunctions(output, ['_fw'], env, count)
  const send = async (path: string, init: RequestInit = {}, sender = FUNCTION_SENDER): Promise<Response> => {
    const call = await readCall(FUNCTION_ORIGIN + path, init)
    // https://vercel.com/docs/headers/request-headers: the platform overwrites these, so that clients can't forge them.
    for (const name of ['x-forwarded-for', 'x-real-ip', 'x-vercel-forwarded-for']) call.headers.set(name, sender)
    call.headers.set('x-forwarded-host', new URL(FUNCTION_ORIGIN).host)
    call.headers.set('x-forwarded-proto', 'https')
    call.headers.set('x-vercel-id', 'fra1::id')
    const isTarget = (name: string) => functions.has(name) || findStatic(output, config, name) !== undefined
    const { dest, headers } = route(phases, call.pathname, call.method, isTarget)
    const file = findStatic(output, config, dest)
    if (file !== undefined) return serveFile(file, call.method, headers)
    const found = functions.get(dest)
    if (found === undefined) return new Response('NOT_FOUND', { status: 404 })
    // https://vercel.com/docs/errors/FUNCTION_PAYLOAD_TOO_LARGE
    if (call.body.length > MAX_BODY_BYTES) return new Response('FUNCTION_PAYLOAD_TOO_LARGE', { status: 413 })
    const response = await found.invoke(call)
    // Headers of the function apply where a route sets the same one.
    for (const [name, value] of Object.entries(headers))
      if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  }
  return {
    send,
    // https://vercel.com/docs/cron-jobs/manage-cron-jobs#securing-cron-jobs
    runCron(path) {
      if (!config.crons?.some((cron) => cron.path === path))
        throw new Error(`There is no cron job with the path ${path}.`)
      return send(path, { headers: { 'user-agent': 'vercel-cron/1.0', authorization: `Bearer ${env.CRON_SECRET}` } })
    },
    instances: [...functions.values()].flatMap(({ instances }) => instances),
    async close() {
      for (const deployed of functions.values()) await deployed.close()
    },
  }
}

/** A function is served at its path: `functions/_fw.func` at `/_fw`. */
async function startFunctions(
  output: string,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
  count: number,
): Promise<ReadonlyMap<string, FunctionInstances>> {
  const functions = new Map<string, FunctionInstances>()
  for (const name of names) {
    const folder = join(output, `functions/${name}.func`)
    const settings = JSON.parse(readFileSync(join(folder, '.vc-config.json'), 'utf8')) as FunctionConfig
    const { runtime, launcherType, handler, supportsResponseStreaming } = settings
    if (!/^nodejs(?:22|24|26)\.x$/.test(runtime) || launcherType !== 'Nodejs')
      throw new Error(`The runtime ${runtime} with the launcher ${launcherType} is not supported.`)
    const deployed = await startInstances(count, 'vercel', join(folder, handler), folder, env)
    functions.set(`/${name}`, {
      ...deployed,
      async invoke(call) {
        const response = await deployed.invoke(call)
        return supportsResponseStreaming === true ? response : bufferResponse(response)
      },
    })
  }
  return functions
}

async function bufferResponse(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  if (body.byteLength > MAX_BODY_BYTES) return new Response('FUNCTION_RESPONSE_PAYLOAD_TOO_LARGE', { status: 500 })
  return new Response(body, response)
}

type Phases = ReadonlyMap<string, readonly Source[]>

/** Routes before the first handler are in the phase ''. */
function readPhases({ routes = [] }: Config): Phases {
  const phases = new Map<string, Source[]>([['', []]])
  let phase = ''
  for (const one of routes) {
    if ('handle' in one) phase = one.handle
    // https://github.com/vercel/vercel/blob/main/packages/routing-utils/src/index.ts: after a file is found, only headers follow.
    else if (phase === 'hit' && (one.dest !== undefined || one.status !== undefined || one.continue !== true))
      throw new Error(`The route ${one.src} can't follow handle: hit.`)
    else phases.set(phase, [...(phases.get(phase) ?? []), one])
  }
  return phases
}

interface Routed {
  readonly dest: string
  readonly headers: Readonly<Record<string, string>>
}

/** https://vercel.com/docs/build-output-api/configuration#routes */
function route(phases: Phases, path: string, method: string, isTarget: (path: string) => boolean): Routed {
  const headers: Record<string, string> = {}
  let dest = path
  const apply = (phase: string, overrides: boolean): boolean => {
    for (const one of phases.get(phase) ?? []) {
      if (one.methods?.includes(method) === false) continue
      if (!new RegExp(one.src, one.caseSensitive === true ? '' : 'i').test(dest)) continue
      for (const [name, value] of Object.entries(one.headers ?? {}))
        if (overrides || headers[name.toLowerCase()] === undefined) headers[name.toLowerCase()] = value
      dest = one.dest ?? dest
      if (one.continue !== true) return true
    }
    return false
  }
  // After the rules of its phase, a path is looked up as a file or function.
  const isFound = apply('', true) || isTarget(dest) || apply('filesystem', true)
  if (isFound && isTarget(dest)) apply('hit', false)
  return { dest, headers }
}

interface StaticFile {
  readonly path: string
  readonly type: string
}

function findStatic(output: string, { overrides = {} }: Config, path: string): StaticFile | undefined {
  const wanted = decodeURIComponent(path.slice(1))
  const moved = Object.entries(overrides).find(([, { path: target }]) => target === wanted)
  // A folder is served as its index.html.
  const names = moved === undefined ? [wanted, join(wanted, 'index.html')] : [moved[0]]
  const name = names.find((one) => {
    const file = join(output, 'static', one)
    return existsSync(file) && statSync(file).isFile()
  })
  if (name === undefined) return undefined
  const type = overrides[name]?.contentType ?? lookup(name) ?? 'application/octet-stream'
  return { path: join(output, 'static', name), type }
}

function serveFile({ path, type }: StaticFile, method: string, headers: Readonly<Record<string, string>>): Response {
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405 })
  return new Response(method === 'HEAD' ? null : readFileSync(path), {
    headers: {
      'content-type': type,
      // https://vercel.com/docs/caching/cache-control-headers#default-cache-control-value
      'cache-control': 'public, max-age=0, must-revalidate',
      ...headers,
    },
  })
}
