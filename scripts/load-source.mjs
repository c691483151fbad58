// Loads TypeScript modules of the repository as the tests do: our packages from their sources, under one condition, so
// that each class exists once. Every script that needs a TypeScript module uses it.
import { createServer } from 'vite'

const conditions = ['fw-source', 'node', 'import', 'default']

/** `load` returns the exports of a module, by its path from the root of the repository; `close` stops the loader. */
export async function openSources() {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    resolve: { conditions },
    ssr: { resolve: { conditions } },
  })
  return { load: (path) => server.ssrLoadModule(path), close: () => server.close() }
}
