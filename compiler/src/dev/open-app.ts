/** Loads an app from its sources into this process, with the pipeline of `fw dev` and without a port. */
import { appPaths } from '../build/app-paths.ts'
import { notablePackages } from '../build/externals.ts'
import { readConfig } from '../build/load-config.ts'
import { explainLoadFailure } from '../build/load-failure.ts'
import { loadViteOptions } from '../build/vite/app-options.ts'
import { createDevParts, type DevServerApp } from './dev-parts.ts'

export interface OpenAppOptions {
  /** The app's folder. */
  readonly root: string
  /** Called with diagnostics and the server's log. */
  readonly log: (line: string) => void
  /** Receives the server's options: the runtime's `FwServerOptions`. */
  readonly onOptions?: (options: never) => void
}

export interface OpenApp {
  /** The runtime's server; callers that need its type import it from there. */
  readonly server: DevServerApp
  close(): Promise<void>
}

/** Loads the app. Code that needs contracts waits for the type analysis. Rejects if a module throws. */
export async function openApp({ root, log, onOptions }: OpenAppOptions): Promise<OpenApp> {
  const { config, vite } = await readConfig(root)
  const own = await loadViteOptions(root, 'serve', vite)
  const read = { paths: appPaths(root, config), config, packages: notablePackages(root) }
  const parts = await createDevParts({ ...read, own, http: undefined, log })
  const closeParts = async () => {
    parts.analysis.close()
    await parts.vite.close()
  }
  try {
    const server = await parts.openApp(onOptions)
    return {
      server,
      close: async () => {
        await server.close()
        await parts.flushReports()
        await closeParts()
      },
    }
  } catch (error) {
    await closeParts()
    throw await explainLoadFailure(error, 'The app', root)
  }
}
