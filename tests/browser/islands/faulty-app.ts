/** The example `faulty`, whose every part fails in its own way, on the real `fw dev` in Chromium. */
import { afterAll, beforeAll } from 'vitest'
import type { DevError, DevErrorList } from '../../../compiler/src/overlay/dev-error.ts'
import { type AppCopy, copyApp, type Running, startFw } from '../../cli/support/fixture.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

export interface FaultyApp {
  readonly app: AppCopy
  readonly dev: Running
  readonly chromium: Chromium
  /** Returns the errors that the overlay lists. */
  listErrors(): Promise<readonly DevError[]>
}

/**
 * Serves a copy of the example to the tests of a file.
 *
 * @param prepare Changes the copy before it is served. Returns the environment of `fw dev`.
 */
export function serveFaultyApp(prepare?: (app: AppCopy) => Readonly<Record<string, string>>): FaultyApp {
  let app: AppCopy
  let dev: Running
  let chromium: Chromium
  beforeAll(async () => {
    app = copyApp('faulty')
    const env = prepare?.(app)
    ;[dev, chromium] = await Promise.all([startFw(app.root, ['dev', '--port', '0'], env), launchChromium()])
  })
  afterAll(async () => {
    await chromium?.close()
    await dev?.stop('SIGINT')
    app?.remove()
  })
  return {
    get app() {
      return app
    },
    get dev() {
      return dev
    },
    get chromium() {
      return chromium
    },
    async listErrors() {
      const response = await fetch(new URL('/_fw/dev/errors', dev.url))
      return ((await response.json()) as DevErrorList).errors // its format
    },
  }
}
