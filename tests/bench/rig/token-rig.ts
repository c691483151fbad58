/** Starts the model and the clients of row G, each in a process of its own, on the core that the servers don't use. */
import { type ChildProcess, spawn } from 'node:child_process'
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
  const model = startScript('./token-model.mjs')
  const clients = startScript('./token-load.mjs')
  const [port] = await Promise.all([nextMessage<number>(model), nextMessage<string>(clients)])
  return {
    modelUrl: `http://127.0.0.1:${port}/v1`,
    run(load) {
      model.send(load.count)
      clients.send(load)
      return nextMessage<TokenResult>(clients)
    },
    stop() {
      model.kill()
      clients.kill()
    },
  }
}

function startScript(name: string): ChildProcess {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const [program = '', ...args] = pinned([process.execPath, script], 1)
  return spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** Resolves with the next message of a script, which sends nothing else. */
function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise<Message>((resolve, reject) => {
    const ended = () => reject(new Error('A process of row G ended.'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as Message) // the only message that the script sends
    })
  })
}
