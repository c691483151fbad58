/**
 * The part of Netlify that a deployment meets: reads `.netlify/v1`, serves the published directory, and invokes functions.
 * https://docs.netlify.com/build/frameworks/frameworks-api/
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lookup } from 'mrmime'
import { type FunctionInstances, readCall, startInstances } from './function-instance.ts'
import { FUNCTION_ORIGIN, FUNCTION_SENDER, type FunctionPlatform } from './function-transcript.ts'

export interface NetlifyPlatform extends FunctionPlatform {
  /** Invokes a scheduled function, as the platform does at its times. */
  runSchedule(name: string): Promise<Response>
  /** `config` of each function, by its name. */
  readonly functions: Readonly<Record<string, FunctionConfig>>
}

interface HeaderRule {
  readonly for: string
  readonly values: Readonly<Record<string, string>>
}

/** https://docs.netlify.com/build/functions/configuration */
interface FunctionConfig {
  readonly path?: string
  readonly excludedPath?: string
  readonly preferStatic?: boolean
  readonly schedule?: string
  readonly nodeBundler?: string
  readonly includedFiles?: readonly string[]
}

/** https://docs.netlify.com/build/functions/configuration: payloads are encoded with Base64, except text. */
const MAX_REQUEST_BYTES = 6 * 1024 * 1024

interface DeployedFunction extends FunctionInstances {
  readonly config: FunctionConfig
}

/** Deploys the functions and the settings in `root`, and the published directory `publish`. */
export async function startNetlify(
  root: string,
  publish: string,
  env: NodeJS.ProcessEnv,
  count = 2,
): Promise<NetlifyPlatform> {
  const folder = join(root, '.netlify/v1')
  const { headers: rules = [] } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as {
    headers?: readonly HeaderRule[]
  }
  const uploaded = mkdtempSync(join(tmpdir(), 'fw-netlify-'))
  const functions = new Map<string, DeployedFunction>()
  for (const name of readdirSync(join(folder, 'functions')))
    functions.set(name, await deploy(join(folder, 'functions', name), join(uploaded, name), name, env, count))
  const send = async (path: string, init: RequestInit = {}, sender = FUNCTION_SENDER): Promise<Response> => {
    const call = await readCall(FUNCTION_ORIGIN + path, init)
    const file = findStatic(publish, call.pathname)
    const found = [...functions.values()].find(({ config }) => matches(config, call.pathname))
    const serves = file !== undefined && (found === undefined || found.config.preferStatic === true)
    if (serves && ['GET', 'HEAD'].includes(call.method)) return serveFile(file, call.pathname, call.method, rules)
    if (found === undefined) return new Response('Not Found', { status: 404 })
    // The documentation has the limit, and not the status.
    if (measurePayload(call) > MAX_REQUEST_BYTES) return new Response('Payload Too Large', { status: 413 })
    // https://docs.netlify.com/build/functions/api/: the context has the address of the connection. Other headers are passed on.
    call.headers.set('x-nf-client-connection-ip', sender)
    call.headers.set('x-forwarded-proto', 'https')
    call.headers.set('x-forwarded-for', [call.headers.get('x-forwarded-for'), sender].filter(Boolean).join(', '))
    return found.invoke(call)
  }
  return {
    send,
    async runSchedule(name) {
      const found = functions.get(name)
      if (found?.config.schedule === undefined) throw new Error(`There is no scheduled function ${name}.`)
      // https://docs.netlify.com/build/functions/scheduled-functions/
      const body = JSON.stringify({ next_run: new Date(Date.now() + 60_000).toISOString() })
      const headers = { 'x-nf-event': 'schedule', 'x-forwarded-proto': 'https' }
      return found.invoke(
        await readCall(`${FUNCTION_ORIGIN}/.netlify/functions/${name}`, { method: 'POST', body, headers }),
      )
    },
    functions: Object.fromEntries([...functions].map(([name, { config }]) => [name, config])),
    instances: [...functions.values()].flatMap(({ config, instances }) => (config.path === undefined ? [] : instances)),
    async close() {
      for (const deployed of functions.values()) await deployed.close()
      rmSync(uploaded, { recursive: true, force: true })
    },
  }
}

/** Uploads a function, which is one folder: without a bundler, with all files that it includes. */
async function deploy(
  folder: string,
  target: string,
  name: string,
  env: NodeJS.ProcessEnv,
  count: number,
): Promise<DeployedFunction> {
  const main = join(folder, `${name}.mjs`)
  const config = readFunctionConfig(readFileSync(main, 'utf8'))
  if (config.nodeBundler !== 'none' || config.includedFiles?.join() !== '**')
    throw new Error('Only functions that are bundled already are supported.')
  cpSync(folder, target, { recursive: true })
  const copies = config.schedule === undefined ? count : 1
  return { config, ...(await startInstances(copies, 'netlify', join(target, `${name}.mjs`), target, env)) }
}

/** Netlify evaluates `config` without running the module, so it is a literal. */
function readFunctionConfig(source: string): FunctionConfig {
  const literal = /^export const config = (\{[\s\S]*?^\})/m.exec(source)?.[1]
  if (literal === undefined) throw new Error('The function has no literal config.')
  return new Function(`'use strict'; return (${literal})`)() as FunctionConfig
}

function matches({ path, excludedPath }: FunctionConfig, pathname: string): boolean {
  return path !== undefined && isCovered(path, pathname) && !(excludedPath && isCovered(excludedPath, pathname))
}

/** Patterns end in `*`, or are whole paths. */
function isCovered(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

function measurePayload({ headers, body }: { readonly headers: Headers; readonly body: Buffer }): number {
  const isText = /^(?:text\/|application\/(?:json|xml|javascript))/.test(headers.get('content-type') ?? '')
  return isText ? body.length : Math.ceil(body.length / 3) * 4
}

/** A path without an extension is the HTML file of this name, and a folder its index.html. */
function findStatic(publish: string, path: string): string | undefined {
  const wanted = decodeURIComponent(path.slice(1))
  return [wanted, `${wanted}.html`, join(wanted, 'index.html')]
    .map((name) => join(publish, name))
    .find((file) => existsSync(file) && statSync(file).isFile())
}

/** https://docs.netlify.com/manage/routing/headers/: rules apply only to files. */
function serveFile(file: string, path: string, method: string, rules: readonly HeaderRule[]): Response {
  const headers = new Headers({
    'content-type': lookup(file) ?? 'application/octet-stream',
    // https://docs.netlify.com/build/caching/caching-overview/#default-caching-behavior
    'cache-control': 'public,max-age=0,must-revalidate',
  })
  const set = new Set<string>()
  for (const rule of rules.filter((one) => isCovered(one.for, path)))
    for (const [name, value] of Object.entries(rule.values)) {
      // The documentation leaves open whether the values of two rules are joined.
      if (set.has(name)) throw new Error(`Two rules set ${name} on ${path}.`)
      set.add(name)
      headers.set(name, value)
    }
  return new Response(method === 'HEAD' ? null : readFileSync(file), { headers })
}
