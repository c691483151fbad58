/** A copy of the fixture app in a folder of its own, and the built compiler in a child process, as the command line uses it. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export interface AppCopy {
  readonly root: string
  path(file: string): string
  read(file: string): string
  write(file: string, text: string): void
  makeFolder(folder: string): void
  edit(file: string, from: string, to: string): void
  /** Returns the files below a folder, sorted, relative to it. Empty for a missing folder. */
  list(folder: string): readonly string[]
  remove(): void
}

export function copyFixture(): AppCopy {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-build-')))
  cpSync(here('./app'), root, { recursive: true, filter: (source) => !/[\\/](?:\.fw|dist)$/.test(source) })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  const path = (file: string) => join(root, file)
  const read = (file: string) => readFileSync(path(file), 'utf8')
  return {
    root,
    path,
    read,
    write: (file, text) => writeFileSync(path(file), text),
    makeFolder: (folder) => void mkdirSync(path(folder), { recursive: true }),
    edit(file, from, to) {
      const before = read(file)
      // A test that is run a second time finds its edit made.
      if (!before.includes(from) && before.includes(to)) return
      if (!before.includes(from)) throw new Error(`${file} does not contain ${from}`)
      writeFileSync(path(file), before.replace(from, to))
    },
    list(folder) {
      try {
        const entries = readdirSync(path(folder), { recursive: true, withFileTypes: true })
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(path(folder).length + 1))
          .sort()
      } catch {
        return []
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export interface BuildOutcome {
  readonly ok: boolean
  readonly log: string
  /** The report, or the error's name, message and diagnostics. */
  readonly answer: Record<string, unknown>
}

/** Builds an app in a child process. */
export function buildApp(root: string, analyze = false): Promise<BuildOutcome> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [here('./run-build.mjs'), root, String(analyze)], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', fail)
    child.on('close', (code) => {
      if (code !== 0 && stdout === '') fail(new Error(stderr))
      else done({ ...(JSON.parse(stdout) as Omit<BuildOutcome, 'log'>), log: stderr }) // written by run-build.mjs
    })
  })
}

export interface DevProcess {
  readonly pid: number
  readonly url: string
  /** All that dev has logged. */
  log(): string
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Requests until `fits` accepts a response, and returns its text. Throws after a timeout. */
  until(path: string, fits: (text: string, status: number) => boolean, init?: RequestInit): Promise<string>
  stop(): Promise<void>
}

/** Starts dev in a child process, on a free port. `onPid` hears its pid at once. */
export async function startDev(
  root: string,
  onPid?: (pid: number) => void,
  analysisIdleMs?: number,
): Promise<DevProcess> {
  const args = analysisIdleMs === undefined ? [root] : [root, String(analysisIdleMs)]
  const child = fork(here('./run-dev.mjs'), args, {
    env: environment(),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) onPid?.(child.pid)
  let log = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (log += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text))
  const url = await firstMessage(child, () => log)
  const ask = (path: string, init?: RequestInit) => fetch(new URL(path, url), init)
  return {
    pid: child.pid ?? 0,
    url,
    log: () => log,
    fetch: ask,
    async until(path, fits, init) {
      for (const deadline = Date.now() + 20_000; ; ) {
        const response = await ask(path, init)
        const text = await response.text()
        if (fits(text, response.status)) return text
        if (Date.now() > deadline) throw new Error(`${path} still answers ${response.status} ${text}\n${log}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.send('stop')
      }),
  }
}

/** Starts the built bundle alone, as `fw start` uses it, on a free port. */
export async function startBuilt(
  root: string,
  publicDir = `${root}/dist/client`,
): Promise<{ url: string; log(): string; stop(): Promise<unknown> }> {
  const code = `const { createApp, serve } = await import(${JSON.stringify(`file://${root}/dist/server/index.js`)})
    const { url } = await serve(createApp(), { port: 0, publicDir: ${JSON.stringify(publicDir)} })
    console.log(url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve)
    child.once('exit', (code) => reject(new Error(`The built server stopped with ${code}: ${log}`)))
  })
  const stop = () => new Promise((resolve) => child.once('exit', resolve) && child.kill())
  return { url: `${url.trim()}/`, log: () => log, stop }
}

function firstMessage(child: ChildProcess, log: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve(String(url)))
    child.once('exit', (code) => reject(new Error(`dev stopped with ${code}: ${log()}`)))
  })
}

/** The environment without vitest's variables: the child process must have a user's environment. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, PORT: _port, ...rest } = process.env
  return rest
}
