/** An app loaded from its sources into this process, by the pipeline of `fw dev` and without a port. */
import { appPaths } from './app-paths.ts'
import { createDevParts, type DevServerApp } from './dev-parts.ts'
import { notablePackages } from './externals.ts'
import { loadConfig } from './load-config.ts'
import { loadFailure } from './load-failure.ts'

export interface OpenAppOptions {
  /** The app's folder. */
  readonly root: string
  /** Hears diagnostics and the server's log. */
  readonly log: (line: string) => void
  /** Sees what the server is made of: the runtime's `FwServerOptions`. */
  readonly onOptions?: (options: never) => void
}

export interface OpenApp {
  /** The runtime's server; callers that need its type import it from there. */
  readonly server: DevServerApp
  close(): Promise<void>
}

/** Loads the app. Contracts come with the type analysis: whoever asks for them waits. Rejects when a module throws. */
export async function openApp({ root, log, onOptions }: OpenAppOptions): Promise<OpenApp> {
  const config = await loadConfig(root)
  const read = { paths: appPaths(root, config), config, packages: notablePackages(root) }
  const parts = await createDevParts({ ...read, http: undefined, log })
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
    throw await loadFailure(error, 'The app', root)
  }
}
