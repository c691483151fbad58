import { createFwServer } from '@fw/runtime/server'
import * as assets from 'fw:assets'

const options = {}
const apis = {}
const routes = new Map([
  ["index.tsx", () => import("/src/routes/index.tsx")],
])
const routeTable = {
  routes: [
    {"filePath":"index.tsx","pattern":"/","segments":[],"layouts":[]},
  ],
}

/** `filePath` comes from the router, which knows these files only. */
function loadRoute(filePath) {
  const load = routes.get(filePath)
  if (load === undefined) throw new Error("src/routes/" + filePath + " is no route of this app")
  return load()
}

/** The app's server. `wiring` (or what it makes of the rest) wins over what the sources say, and that over `defaults`. */
export function createApp(wiring = {}, defaults = {}) {
  const app = { ...defaults, ...options, ...assets, apis, routeTable, loadRoute }
  return createFwServer({ ...app, ...(typeof wiring === 'function' ? wiring(app) : wiring) })
}
