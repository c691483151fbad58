/** `fw check --watch` checks again after each change, and prints lines that editors' problem matchers parse. */
import type { Checker, Diagnostic } from '@fw/compiler'
import { watchFiles } from '../watch-files.ts'

interface WatchOptions {
  readonly root: string
  readonly checker: Checker
  readonly printLines: (diagnostics: readonly Diagnostic[]) => string
  readonly write: (line: string) => void
  /** Is called after each check, before the line that ends it. */
  readonly onChecked?: () => void
  /** Reports a check that failed with an exception. */
  readonly onFailure: (error: unknown) => void
  readonly now?: () => Date
}

/**
 * Prints the lines of `tsc --watch` around each run, so that problem matchers detect its start and end. After the first
 * run, returns a function that stops watching.
 */
export async function watchCheck(options: WatchOptions): Promise<() => Promise<void>> {
  const { root, checker, printLines, write, onChecked, onFailure } = options
  const now = options.now ?? (() => new Date())
  const say = (text: string) => write(`[${now().toTimeString().slice(0, 8)}] ${text}`)
  const run = async () => {
    try {
      const { diagnostics } = await checker.check()
      if (diagnostics.length > 0) write(printLines(diagnostics))
      onChecked?.()
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length
      say(`Found ${errors} ${errors === 1 ? 'error' : 'errors'}. Watching for file changes.`)
    } catch (error) {
      onFailure(error)
      say('Found 1 error. Watching for file changes.')
    }
  }
  let turn: Promise<void> = Promise.resolve()
  // Start watching before the first run, so that changes during the run are detected.
  const files = watchFiles(root, (changed) => {
    turn = turn.then(() => {
      checker.invalidate(changed)
      say('File change detected. Starting incremental compilation...')
      return run()
    })
  })
  say('Starting compilation in watch mode...')
  turn = run()
  await turn
  return async () => {
    files.close()
    await turn
    checker.close()
  }
}
