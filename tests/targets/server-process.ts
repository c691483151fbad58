/** Starts a built app as a server process, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { SECRET } from './target-app.ts'
import type { RunningTarget } from './transcript.ts'

export interface ServerProcess extends RunningTarget {
  readonly child: ChildProcess
  /** Stops the process with SIGTERM. Resolves to its exit code, and everything that it has printed. */
  stop(): Promise<{ readonly code: number | null; readonly printed: string }>
}

/** Runs a command in the folder of an app, which prints `Listening on <url>`. */
export async function startProcess(
  [program = '', ...args]: readonly string[],
  folder: string,
  more: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const { NODE_ENV: _mode, VITEST: _vitest, NODE_OPTIONS: _options, ...own } = process.env
  const env = {
    ...own,
    PORT: '0',
    HOST: '127.0.0.1',
    GREETING: 'hello',
    SESSION_SECRET: SECRET,
    SHOP_DB: join(folder, '.fw/data/shop.db'),
    ...more,
  }
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /Listening on (http:\/\/[^\s/]+:\d+)/.exec(printed)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${printed}`)))
  })
  return {
    origin,
    sender: '127.0.0.1',
    child,
    send: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }),
    async stop() {
      child.kill('SIGTERM')
      return { code: await ended, printed }
    },
  }
}
