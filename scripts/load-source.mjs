// Loads a TypeScript module of the repository as the tests do: our packages from their sources, under one condition, so that each
// class exists once. For scripts that compare values of a test module with those of a package.
import { createServer } from 'vite'

const conditions = ['fw-source', 'node', 'import', 'default']

/** The exports of a module, by its path from the root of the repository; `close` ends what loads them. */
export async function loadSource(path) {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    resolve: { conditions },
    ssr: { resolve: { conditions } },
  })
  return { module: await server.ssrLoadModule(path), close: () => server.close() }
}
