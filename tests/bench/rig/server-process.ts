/** Starts a server of the bench, pinned to a core, and waits until it prints its URL. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

export interface ServerCommand {
  readonly name: string
  readonly cwd: string
  /** Default: the Node that runs the bench. */
  readonly program?: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** @default 30,000 */
  readonly startTimeoutMs?: number
}

export interface RunningServer {
  readonly name: string
  readonly pid: number
  readonly url: string
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 30_000

/** The server must print its URL. Its process is pinned if `taskset` exists and there is a second core. */
export async function startServer(command: ServerCommand, core = 0): Promise<RunningServer> {
  const [program = '', ...args] = pinned([command.program ?? process.execPath, ...command.args], core)
  const child = spawn(program, args, {
    cwd: command.cwd,
    env: { ...process.env, NODE_ENV: 'production', ...command.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${command.name} did not start`)
  const url = await urlOf(child, command)
  return {
    name: command.name,
    pid,
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

function urlOf(child: ChildProcess, { name, startTimeoutMs = START_TIMEOUT_MS }: ServerCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`${name} printed no URL:\n${output}`)), startTimeoutMs)
    const read = (chunk: Buffer): void => {
      output += String(chunk)
      const port = /https?:\/\/[\w.[\]:-]+:(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${name} ended with ${code}:\n${output}`))
    })
  })
}

/** Returns the command that runs on one core, if the system supports that. */
export function pinned(command: readonly string[], core: number): readonly string[] {
  return canPin() ? ['taskset', '-c', String(core), ...command] : command
}

export function canPin(): boolean {
  return cpus().length > 1 && spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0
}
