/** `fw check --watch`: checks again after each change, in lines that an editor's problem matcher reads. */
import type { Checker, Diagnostic } from '@fw/compiler'
import { watchFiles } from './watch-files.ts'

export interface WatchOptions {
  readonly root: string
  readonly checker: Checker
  readonly printLines: (diagnostics: readonly Diagnostic[]) => string
  readonly write: (line: string) => void
  /** Why a check did not end. */
  readonly onFailure: (error: unknown) => void
  readonly now?: () => Date
}

/**
 * The words of `tsc --watch` around each run, so that editors' own matchers for the beginning and the end fit. Answers
 * what ends it, once the first run is through.
 */
export async function watchCheck(options: WatchOptions): Promise<() => Promise<void>> {
  const { root, checker, printLines, write, onFailure } = options
  const now = options.now ?? (() => new Date())
  const say = (text: string) => write(`[${now().toTimeString().slice(0, 8)}] ${text}`)
  const run = async () => {
    try {
      const { diagnostics } = await checker.check()
      if (diagnostics.length > 0) write(printLines(diagnostics))
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length
      say(`Found ${errors} ${errors === 1 ? 'error' : 'errors'}. Watching for file changes.`)
    } catch (error) {
      onFailure(error)
      say('Found 1 error. Watching for file changes.')
    }
  }
  let turn: Promise<void> = Promise.resolve()
  // Before the first run: what changes during it is seen.
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
