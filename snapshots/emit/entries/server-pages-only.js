import { createFwServer } from '@fw/runtime/server'
import * as assets from 'fw:assets'

const options = {}
const apis = {}
const routes = new Map([
  ["index.tsx", () => import("/src/routes/index.tsx")],
])
const routeTable = JSON.parse("{\"routes\":[{\"filePath\":\"index.tsx\",\"pattern\":\"/\",\"segments\":[],\"layouts\":[],\"emptyManifest\":true}]}")

/** `filePath` comes from the router, which has only these files. */
function loadRoute(filePath) {
  const load = routes.get(filePath)
  if (load === undefined) throw new Error("Unknown route file " + "src/routes/" + filePath)
  return load()
}

/** Creates the app's server. `wiring` (or its result for the other options) overrides the sources' options, which override `defaults`. */
export function createApp(wiring = {}, defaults = {}) {
  const app = { ...defaults, ...options, ...assets, apis, routeTable, loadRoute }
  return createFwServer({ ...app, ...(typeof wiring === 'function' ? wiring(app) : wiring) })
}
