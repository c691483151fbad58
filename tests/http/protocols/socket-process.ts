/** `socket-server.mjs` in a process of its own, on a runtime. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface SocketServer {
  readonly url: string
  readonly child: ChildProcess
  /** Everything that it wrote to stderr. */
  errors(): string
  stop(): Promise<void>
}

export async function startSocketServer(program: string, mode: 'serve' | 'custom'): Promise<SocketServer> {
  const script = fileURLToPath(new URL('./socket-server.mjs', import.meta.url))
  const child = spawn(program, [script, mode], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout.setEncoding('utf8')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(errors)))
  ended.catch(() => undefined)
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [string]
  return {
    url: line.trim(),
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
