/** Creates the app of a test: from its sources under Vitest with the plugin of the framework, else from its build. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FwServerOptions } from '#server/app/options.ts'
import type { FwServer } from '#server/create-server.ts'

/** The module of an app: its sources or its build. */
interface AppModule {
  createApp(wiring: Partial<FwServerOptions>): TestApp
}

/** An app of a test, with every member of its server. */
export type TestApp = FwServer

/** Name under which the plugin for Vitest registers the function that loads the sources. */
const SOURCES = Symbol.for('fw.testing.app')

/**
 * Creates an app whose data is in memory and whose log contains only errors. `options` override those of the app, such as
 * `ctxFor` or an `agent` with a scripted model. Call `close` after the tests.
 *
 * Under Vitest (`fw test`, or the plugin of `@fw/cli/vitest`) it loads the sources of the app, under other test runners the
 * build in the working directory.
 *
 * @throws {Error} If there are neither sources nor a build.
 */
export async function createTestApp(options: Partial<FwServerOptions> = {}): Promise<TestApp> {
  const { createApp } = await loadApp()
  return createApp({ data: 'memory', logLevel: 'error', ...options })
}

async function loadApp(): Promise<AppModule> {
  const load: unknown = Reflect.get(globalThis, SOURCES)
  if (typeof load === 'function') return load() as Promise<AppModule> // registered by the plugin only
  const file = join(process.cwd(), 'dist/server/index.js')
  if (!existsSync(file))
    throw new Error(
      'This app has no build, and no test runner that loads its sources. Run "fw build" first, or run the tests with "fw test" and Vitest.',
    )
  return import(pathToFileURL(file).href)
}
