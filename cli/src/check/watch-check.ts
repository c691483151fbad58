/** `fw check --watch` checks again after each change, and prints lines that editors' problem matchers parse. */
import { join } from 'node:path'
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
      const begun = Date.now()
      const { diagnostics, packages } = await checker.check()
      for (const folder of packages) follow(folder, begun)
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
  const watches = new Map<string, { close(): void }>()
  const follow = (folder: string, since?: number): void => {
    if (watches.has(folder)) return
    const onChange = (changed: readonly string[]) => {
      turn = turn.then(() => {
        checker.invalidate(changed.map((file) => join(folder, file)))
        say('File change detected. Starting incremental compilation...')
        return run()
      })
    }
    watches.set(folder, watchFiles(folder, onChange, { since, isPackage: folder !== root }))
  }
  // Start watching before the first run, so that changes during the run are detected.
  follow(root)
  say('Starting compilation in watch mode...')
  turn = run()
  await turn
  return async () => {
    for (const files of watches.values()) files.close()
    await turn
    checker.close()
  }
}
