/** Handles a closed output pipe, as in `fw check | head -1`. */

/**
 * Ends the process quietly when the reader of its output closes the pipe. Without this handler EPIPE is an uncaught
 * exception. `fw dev` would log it and continue, the log line would fail too, and so on without end.
 */
export function endWithoutReader(streams: readonly NodeJS.WriteStream[], end: (code: number) => void): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      end(BROKEN_PIPE)
    })
}

/** Exit code that shells report for a process ended by SIGPIPE. */
const BROKEN_PIPE = 141
