/** The connection of the protocol over two streams. It never ends the process itself. */
import type { Readable, Writable } from 'node:stream'
import { type Connection, createConnection, ProposedFeatures } from 'vscode-languageserver'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'

interface EditorConnection {
  readonly connection: Connection
  /** Resolves to an exit code when the editor ends the connection, or ends itself. */
  readonly ended: Promise<number>
}

/** Interval in milliseconds at which the server checks that the editor still runs. */
const EDITOR_CHECK_MS = 3000

export function connect(input: Readable, output: Writable): EditorConnection {
  let timer: ReturnType<typeof setInterval> | undefined
  let end: (code: number) => void = () => undefined
  const ended = new Promise<number>((resolve) => {
    end = (code) => {
      clearInterval(timer)
      resolve(code)
    }
  })
  const watchDog = {
    shutdownReceived: false,
    initialize({ processId }: { readonly processId: number | null }) {
      if (typeof processId !== 'number') return
      timer = setInterval(() => {
        if (!isRunning(processId)) leave()
      }, EDITOR_CHECK_MS)
    },
    exit: (code: number) => end(code),
  }
  const leave = () => end(watchDog.shutdownReceived ? 0 : 1)
  input.once('end', leave)
  input.once('close', leave)
  const connection = createConnection(
    (logger) => createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output), logger),
    watchDog,
    ProposedFeatures.all,
  )
  return { connection, ended }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
