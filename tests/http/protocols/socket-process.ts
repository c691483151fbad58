/** `socket-server.mjs` in a process of its own, on a runtime. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DENO, RUNTIMES } from '../../servers/runtimes.ts'

type Mode = 'serve' | 'custom' | 'h3' | 'deno'

/** Name, program and mode of each host that upgrades sockets itself. */
export const SOCKET_HOSTS: readonly (readonly [name: string, program: string, mode: Mode])[] = [
  ...RUNTIMES.map(([name, program]) => [`serve on ${name}`, program, 'serve'] as const),
  ['the target h3', process.execPath, 'h3'],
  ['the target deno', DENO, 'deno'],
]

/** Likewise for hosts of one's own. */
export const CUSTOM_SOCKET_HOSTS: typeof SOCKET_HOSTS = RUNTIMES.map(([name, program]) => [
  `a host of one's own on ${name}`,
  program,
  'custom',
])

export interface SocketServer {
  readonly url: string
  readonly child: ChildProcess
  /** Everything that it wrote to stderr. */
  errors(): string
  stop(): Promise<void>
}

export async function startSocketServer(program: string, mode: Mode): Promise<SocketServer> {
  const script = fileURLToPath(new URL('./socket-server.mjs', import.meta.url))
  const options = mode === 'deno' ? ['run', '-A'] : []
  const child = spawn(program, [...options, script, mode], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout.setEncoding('utf8')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(errors)))
  ended.catch(() => undefined)
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [string]
  return {
    url: /http:\S+/.exec(line)?.[0] ?? '',
    child,
    errors: () => errors,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}
