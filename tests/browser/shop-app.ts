/** The shop as people run it: one real build for all test files, a copy of it and a `fw start` process for each. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyBuilt, FW } from '../playground/built-example.ts'

export interface ShopApp {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** The app's folder: its build, its sources and its data. */
  readonly folder: string
  /** Environment variables of the commands of this copy. */
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
 * that runs `fw start`; default this Node. `more` is added to its environment.
 */
export async function startShop(runtime = process.execPath, more: NodeJS.ProcessEnv = {}): Promise<ShopApp> {
  const folder = await copyBuilt('shop')
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
