/** An example app as people run it: a copy of it, built with `fw build`, and the built server. */
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startBuilt } from '../compiler/build/app-copy.ts'
import { copyBuilt, copySources, runFw } from '../playground/built-example.ts'
import { type Chromium, launchChromium, type OpenOptions, type OpenPage } from './chromium.ts'

export interface PlaygroundApp {
  /** Without a slash at its end. */
  readonly url: string
  readonly folder: string
  close(): Promise<void>
}

/**
 * Builds and starts `playground/<name>` on a free port, with more files of these texts, by their paths: without such files it
 * is built once for all files of a run. If the build fails, throws an error with its output.
 */
export async function startPlayground(
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<PlaygroundApp> {
  const folder = Object.keys(more).length === 0 ? await copyBuilt(name) : await buildPlayground(name, more)
  const built = await startBuilt(folder)
  return {
    url: built.url.replace(/\/$/, ''),
    folder,
    async close() {
      await built.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Builds a copy of `playground/<name>` of its own: its folder, which is the caller's to remove. */
export async function buildPlayground(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = copySources(name, more)
  await runFw(['build'], folder)
  return folder
}

/** An example app in Chromium, for the tests of a file. */
export interface PlaygroundPages {
  readonly app: PlaygroundApp
  readonly chromium: Chromium
  /** Opens a path of the app. The page is closed after the test. */
  open(path?: string, options?: OpenOptions): Promise<OpenPage>
}

/** Builds and serves `playground/<name>` once for the file, and starts Chromium. */
export function playgroundPages(name: string): PlaygroundPages {
  let app: PlaygroundApp
  let chromium: Chromium
  const opened = new Set<OpenPage>()
  beforeAll(async () => {
    ;[app, chromium] = await Promise.all([startPlayground(name), launchChromium()])
  })
  afterAll(async () => {
    await chromium?.close()
    await app?.close()
  })
  afterEach(async () => {
    for (const { page } of opened) await page.close()
    opened.clear()
  })
  return {
    get app() {
      return app
    },
    get chromium() {
      return chromium
    },
    async open(path = '', options) {
      const page = await chromium.open(app.url + path, options)
      opened.add(page)
      return page
    },
  }
}
