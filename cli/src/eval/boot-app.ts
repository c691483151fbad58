/** Starts the app with the command of `--start`, detects its URL, and stops it with all its child processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEALTH_PATH } from '@fw/runtime/contract'
import { CliError } from '../cli-error.ts'
import { findFreePort } from '../port.ts'

interface BootOptions {
  readonly root: string
  /** Shell command. */
  readonly command: string
  /** URL of the app. Defaults to the URL in its `Listening on …` line, else to the free port in its `PORT`. */
  readonly url: string | undefined
  /** Called with each line of output. */
  readonly onStdout: (line: string) => void
  readonly onStderr: (line: string) => void
  readonly signal: AbortSignal
}

export interface BootedApp {
  readonly url: string
  /** Stops the app. Resolves when all its processes have ended. */
  stop(): Promise<void>
}

/** Time limit for a start, long enough for a large app that runs from source on a busy machine. */
const BOOT_MS = 120_000
/** Grace period for open requests, and for the remaining processes after the first one has ended. */
const STOP_MS = 15_000
const ORPHAN_MS = 3_000
const POLL_MS = 100

/**
 * Starts the app. Resolves when it responds. Rejects with `CliError` if it exits first or doesn't respond within two
 * minutes.
 */
export async function bootApp(options: BootOptions): Promise<BootedApp> {
  const { root, command, signal } = options
  const port = await findFreePort()
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(command, {
    cwd: root,
    shell: true,
    // Start a process group, because a shell and npm don't forward the signal that stops the app.
    detached: true,
    env: { ...process.env, PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killAtExit = () => signalGroup(child, 'SIGKILL')
  process.once('exit', killAtExit)
  const stop = async () => {
    await stopGroup(child)
    process.removeListener('exit', killAtExit)
  }
  let url = options.url
  eachLine(child.stdout, (line) => {
    url ??= /Listening on (https?:\/\/\S+)/.exec(line)?.[1]
    options.onStdout(line)
  })
  eachLine(child.stderr, options.onStderr)
  try {
    await waitUntilReachable(child, () => url ?? `http://127.0.0.1:${port}`, command, signal)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: url ?? `http://127.0.0.1:${port}`, stop }
}

async function waitUntilReachable(
  child: ChildProcess,
  url: () => string,
  command: string,
  signal: AbortSignal,
): Promise<void> {
  let ended: string | undefined
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, by) => (ended = by === null ? `code ${code}` : by))
  for (const deadline = Date.now() + BOOT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    signal.throwIfAborted()
    if (ended !== undefined)
      throw new CliError({
        code: 'start_failed',
        title: `"${command}" exited with ${ended} before it listened.`,
        fix: 'The command runs in the folder of the app, with a free port in PORT.',
      })
    if (await isReachable(url())) return
  }
  throw new CliError({
    code: 'start_failed',
    title: `"${command}" did not listen within ${BOOT_MS / 1000} seconds at ${url()}.`,
    fix: 'The app must listen on PORT or print "Listening on <url>". Otherwise pass its URL with --url.',
  })
}

/** Returns whether a server responds at the URL, with any status. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5_000)
    const { body } = await fetch(new URL(HEALTH_PATH, url), { redirect: 'manual', signal })
    await body?.cancel()
    return true
  } catch {
    return false
  }
}

async function stopGroup(child: ChildProcess): Promise<void> {
  let deadline = Date.now() + STOP_MS
  // A group never becomes empty if no parent reaps ended processes, as in many containers.
  child.once('exit', () => (deadline = Math.min(deadline, Date.now() + ORPHAN_MS)))
  const isEmpty = async (): Promise<boolean> => {
    for (; Date.now() < deadline; await sleep(POLL_MS / 4)) if (!signalGroup(child, 0)) return true
    return false
  }
  signalGroup(child, 'SIGTERM')
  if (await isEmpty()) return
  signalGroup(child, 'SIGKILL')
  // A killed process exists until the system has removed it, which takes longer on a busy machine.
  deadline = Date.now() + ORPHAN_MS
  await isEmpty()
}

/** Sends a signal to the group. Returns whether a process received it. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal)
  } catch {
    return false
  }
}

function eachLine(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  let rest = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
}
