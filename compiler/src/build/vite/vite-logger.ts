/** Passes Vite's warnings and errors to a command's log. */
import '../page-size.ts'
import { stripVTControlCharacters } from 'node:util'
import { createLogger, type Logger } from 'vite'

/** Creates a logger that passes on warnings and errors, without stacks and colors. */
export function viteLogger(log: (line: string) => void): Logger {
  const pass = (message: string): void => log(stripVTControlCharacters(message).replace(/(?:\n {2,}at .*)+/g, ''))
  return { ...createLogger('silent'), warn: pass, warnOnce: pass, error: pass }
}

/**
 * Holds back the errors that Vite logs before a build fails: the build reports most of them itself, with positions in
 * the sources.
 */
interface HeldErrors {
  readonly logger: Logger
  /** Logs the held-back errors. */
  release(): void
}

export function holdErrors(log: (line: string) => void): HeldErrors {
  const logger = viteLogger(log)
  let held: string[] = []
  const hold = (message: string): void => {
    // The caller of the build reports the failure.
    if (!/Build failed in /.test(message)) held.push(message)
  }
  return {
    logger: { ...logger, error: hold },
    release() {
      for (const message of held) logger.error(message)
      held = []
    },
  }
}
