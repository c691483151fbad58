// A package registry on this machine: Verdaccio, to which a dry run publishes. Its dependency `node-fetch` is overridden in
// `tools/package.json`, because Verdaccio asks for it by a tag (`cjs`) that not every registry has.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../packages/install-locked.mjs'

const TOOLS = fileURLToPath(new URL('./tools', import.meta.url))
const ANYONE = { access: '$all', publish: '$all', unpublish: '$all' }

/**
 * Starts the registry on loopback. `folder`: its storage; `upstream`: URL of the registry with all other packages. Returns
 * its URL and a function that stops it.
 */
export async function startVerdaccio({ folder, upstream }) {
  installLocked(TOOLS)
  const { runServer } = createRequire(join(TOOLS, 'package.json'))('verdaccio')
  const server = await runServer({
    self_path: join(folder, 'config.yaml'),
    configPath: join(folder, 'config.yaml'),
    storage: join(folder, 'storage'),
    web: { enable: false },
    max_body_size: '50mb',
    auth: {},
    uplinks: { upstream: { url: upstream, maxage: '1h', timeout: '60s' } },
    packages: { '@fw/*': ANYONE, 'create-fw': ANYONE, '**': { access: '$all', proxy: 'upstream' } },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
  }
}
