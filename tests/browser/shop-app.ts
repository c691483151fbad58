/** The shop as people run it: one real build for all test files, a copy of it and a `fw start` process for each. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = join(REPOSITORY, 'playground/shop')
/** Below the repository, so that a copy of the app finds its packages. */
const WORK = join(REPOSITORY, '.fw/tests')
export const FW = join(REPOSITORY, 'cli/bin/fw.js')

export interface ShopApp {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** The app's folder: its build, its sources and its data. */
  readonly folder: string
  /** What the commands of this copy need in their environment. */
  readonly env: NodeJS.ProcessEnv
  /** Everything the server has printed. */
  output(): string
  /** Ends the process the hard way and starts another on the same data. */
  crash(): Promise<ShopApp>
  /** Ends the process and removes the copy. */
  close(): Promise<void>
}

/**
 * Builds once per test run, copies the app and starts it on a free port with a fresh database. `runtime` is the program
 * that runs `fw start`; default this Node. `more` goes into its environment.
 */
export async function startShop(runtime = process.execPath, more: NodeJS.ProcessEnv = {}): Promise<ShopApp> {
  const build = await builtShop()
  const folder = join(WORK, `shop-${process.pid}-${Date.now().toString(36)}`)
  cpSync(build, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !path.startsWith(join(build, '.fw/data')),
  })
  // Folders are made anew by the copy; `fw run` wants a build that is newer than all of them.
  utimesSync(join(folder, 'dist/server/index.js'), new Date(), new Date())
  return start(folder, runtime, more)
}

async function start(folder: string, runtime: string, more: NodeJS.ProcessEnv): Promise<ShopApp> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    SESSION_SECRET: 'a secret of the tests, long enough to sign with',
    SHOP_DB: join(folder, '.fw/data/shop.db'),
    ...more,
  }
  const child = spawn(runtime, [FW, 'start', '--port', '0', '--host', '127.0.0.1'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /http:\/\/[^\s/]+:\d+/.exec(printed)
      if (found !== null) resolve(found[0])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`fw start ended with ${code}:\n${printed}`)))
  })
  return {
    url,
    folder,
    env,
    output: () => printed,
    crash: async () => {
      await end(child, 'SIGKILL')
      return start(folder, runtime, more)
    },
    close: async () => {
      await end(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/**
 * The build that the files of one test run share. They run in processes of their own: the folder is named after their
 * parent, and `mkdir` decides which of them builds.
 */
async function builtShop(): Promise<string> {
  const folder = join(WORK, `build-${process.ppid}`)
  const done = `${folder}.done`
  mkdirSync(WORK, { recursive: true })
  for (const name of readdirSync(WORK))
    if (isOld(join(WORK, name))) rmSync(join(WORK, name), { recursive: true, force: true })
  const lock = `${folder}.lock`
  for (;;) {
    if (existsSync(done) && existsSync(folder)) return folder
    if (tryMakeFolder(lock)) break
    if (isOld(lock)) rmSync(lock, { recursive: true, force: true })
    await pause(200)
  }
  try {
    if (!existsSync(done) || !existsSync(folder)) {
      build(folder)
      writeFileSync(done, '')
    }
    return folder
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function build(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(SOURCE, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/[/\\](dist|\.fw|node_modules)$/.test(path),
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, [FW, 'build'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`fw build ended with ${status}:\n${stdout}\n${stderr}`)
}

// A process id comes back one day: what an earlier run left behind does not count.
function isOld(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 15 * 60_000
}

function tryMakeFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
