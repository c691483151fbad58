/** workerd for tests: the runtime of Cloudflare Workers, on a free loopback port, stopped by its handle. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../cli/src/port.ts'

export interface WorkerdOptions {
  /** Folder of the modules. */
  readonly folder: string
  /** Paths of the modules in the folder; the first one is the entry. */
  readonly modules: readonly string[]
  /** Classes of durable objects, by the names of their bindings. */
  readonly objects?: Readonly<Record<string, string>>
  /** Text bindings: variables and secrets. */
  readonly variables?: Readonly<Record<string, string>>
  /** Static files, which the platform serves. Requests then have the address SENDER. */
  readonly assets?: string
  readonly flags?: readonly string[]
}

/** Address of the caller, as the platform reports it. */
export const SENDER = '198.51.100.7'

/** A request with this header runs in another isolate. */
export const OTHER_ISOLATE = { 'x-isolate': 'other' }

/** Host of the app, if it has static files. */
export const HOST = 'shop.example'

export interface TestWorkerd {
  readonly url: string
  readonly pid: number
  /** The output of the process so far. */
  readonly output: string
  /** Kills the process, which simulates a crash. */
  kill(): Promise<void>
  /** Starts it again on the same port with its data on disk. */
  start(): Promise<void>
  close(): Promise<void>
}

/** The package has the program of this machine in a package of its own. */
function findBinary(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('workerd/package.json'))
  const machine = process.arch === 'x64' ? '64' : process.arch
  return require.resolve(
    `@cloudflare/workerd-${process.platform === 'win32' ? 'windows' : process.platform}-${machine}/bin/workerd`,
  )
}

export async function startWorkerd(options: WorkerdOptions): Promise<TestWorkerd> {
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'fw-workerd-'))
  mkdirSync(join(folder, 'data'))
  // `embed` reads files below the folder of the configuration only.
  writeFileSync(join(options.folder, 'test.capnp'), toConfig(options, join(folder, 'data'), port))
  let child: ChildProcess | undefined
  let output = ''

  const start = async (): Promise<void> => {
    const started = spawn(
      findBinary(),
      ['serve', '--experimental', '--control-fd=3', join(options.folder, 'test.capnp')],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      },
    )
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
      })
    await new Promise<void>((resolve, reject) => {
      // It reports each socket that listens, as JSON.
      started.stdio[3]?.once('data', () => resolve())
      started.once('exit', (code) => reject(new Error(`workerd ended with ${code}:\n${output}`)))
    })
  }

  const kill = async (): Promise<void> => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0
    },
    get output() {
      return output
    },
    kill,
    start,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
function toConfig(options: WorkerdOptions, dataFolder: string, port: number): string {
  const { assets } = options
  const edge = assets === undefined ? undefined : toEdge(assets)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "app", worker = .app),
    (name = "data", disk = (path = ${quote(dataFolder)}, writable = true)),
${edge?.services ?? ''}  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "${edge === undefined ? 'app' : 'edge'}")],
);
${printWorker('app', options, (type) => `"${type}"`)}
${edge === undefined ? '' : printWorker('other', options, (type) => `(className = "${type}", serviceName = "app")`)}
${edge?.worker ?? ''}`
}

/** The Worker `app`, which has the objects, or another isolate of it, which uses them. */
function printWorker(name: 'app' | 'other', options: WorkerdOptions, toNamespace: (type: string) => string): string {
  const { modules, objects = {}, variables = {}, flags = [] } = options
  const list = (lines: readonly string[]) => lines.map((line) => `    ${line},\n`).join('')
  const namespaces = Object.values(objects).map(
    (type) => `(className = "${type}", uniqueKey = "${type}", enableSql = true)`,
  )
  return `const ${name} :Workerd.Worker = (
  compatibilityDate = "2026-11-17",
  compatibilityFlags = ${JSON.stringify(flags)},
  modules = [
${list(modules.map((path) => `(name = ${quote(path)}, esModule = embed ${quote(path)})`))}  ],
  bindings = [
${list([
  ...Object.entries(objects).map(([key, type]) => `(name = "${key}", durableObjectNamespace = ${toNamespace(type)})`),
  ...Object.entries(variables).map(([key, text]) => `(name = "${key}", text = ${quote(text)})`),
])}  ],
${name === 'app' ? `  durableObjectNamespaces = [\n${list(namespaces)}  ],\n  durableObjectStorage = (localDisk = "data"),\n` : ''});`
}

/** The platform in front of the app, as a Worker. */
function toEdge(assets: string): { readonly services: string; readonly worker: string } {
  const script = readFileSync(new URL('cloudflare-edge.js', import.meta.url), 'utf8')
  return {
    services: `    (name = "edge", worker = .edge),
    (name = "other", worker = .other),
    (name = "files", disk = (path = ${quote(assets)})),
`,
    worker: `const edge :Workerd.Worker = (
  compatibilityDate = "2026-11-17",
  compatibilityFlags = ["service_binding_extra_handlers"],
  modules = [(name = "edge.js", esModule = ${quote(script)})],
  bindings = [
    (name = "APP", service = "app"),
    (name = "OTHER", service = "other"),
    (name = "FILES", service = "files"),
    (name = "SENDER", text = "${SENDER}"),
    (name = "HOST", text = "${HOST}"),
  ],
);
`,
  }
}

function quote(text: string): string {
  return JSON.stringify(text)
}

/** Returns the CPU time of a process in milliseconds. */
export function readCpuMs(pid: number): number {
  // The fields after the name of the program, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks * 10
}
