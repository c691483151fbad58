/** Output that nobody reads any more, as of `fw check | head -1`. */

/**
 * Ends the process quietly when the reader of its output has left: whoever would hear of an error has gone. Left to itself
 * it is an uncaught exception, which dev logs and lives on after; that line cannot be written either, and so for ever.
 */
export function endWithoutReader(streams: readonly NodeJS.WriteStream[], end: (code: number) => void): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      end(BROKEN_PIPE)
    })
}

/** What a shell says of a process that SIGPIPE ended. */
const BROKEN_PIPE = 141
