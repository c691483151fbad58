/** Starts the process that is both the model and the clients of row G, on the core that the servers don't use. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pinned } from './server-process.ts'

export interface TokenLoad {
  readonly url: string
  readonly path: string
  readonly body: string
  /** Number of concurrent streams. */
  readonly streams: number
  /** Per stream. */
  readonly count: number
}

export interface TokenResult {
  /** Tokens that arrived once and in order. */
  readonly tokens: number
  /** Streams that arrived completely. */
  readonly whole: number
  /** From the model's write to the client's read. */
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface TokenRig {
  /** URL of the model, for `OPENAI_COMPATIBLE_BASE_URL`. */
  readonly modelUrl: string
  run(load: TokenLoad): Promise<TokenResult>
  stop(): void
}

export async function startTokenRig(): Promise<TokenRig> {
  const script = fileURLToPath(new URL('./token-load.mjs', import.meta.url))
  const [program = '', ...args] = pinned([process.execPath, script], 1)
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const answer = <Result>() =>
    new Promise<Result>((resolve, reject) => {
      const ended = () => reject(new Error('The load of row G ended.'))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message as Result) // the only message that the script sends
      })
    })
  const { port } = await answer<{ port: number }>()
  return {
    modelUrl: `http://127.0.0.1:${port}/v1`,
    run(load) {
      child.send(load)
      return answer<TokenResult>()
    },
    stop: () => void child.kill(),
  }
}
