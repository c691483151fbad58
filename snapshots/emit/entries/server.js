import { createFwServer } from '@fw/runtime/server'
import { checkConfig, deferApis, hookOptions } from '@fw/runtime/compiled'
import * as assets from 'fw:assets'
import config from "/fw.config.ts"
import ctxFor from "/src/ctx.ts"
import session from "/src/session.ts"
import * as hooks from "/src/hooks.ts"
import middleware from "/src/middleware.ts"
import websocket from "/src/ws.ts"
import * as storeDefs from "/src/stores.ts"
import feed from "/src/feed.ts"
import * as matchers from "/src/matchers.ts"
import * as api0 from "/src/server/cart.api.ts"
import * as api1 from "/src/server/gift-card.api.ts"
import * as api2 from "/src/server/early.api.ts"
import * as api3 from "/src/server/effects.api.ts"

const { output, routesDir, serverDir, clientEntry, websocket: _file, storesModule, agentModule, compiler, fonts, keepAssets, ...options } = checkConfig(config, "fw.config.ts")
const deferredOptions = JSON.parse("{\"bills\":{\"list\":{\"guard\":\"confirm\"},\"pay\":{\"guard\":\"confirm\"}}}")
const loadDeferred = {
  bills: () => import("/src/server/bills.api.ts"),
}
const deferred = deferApis(deferredOptions, loadDeferred, () => import("fw:listed"))
const apis = {
  cart: api0,
  "gift-card": api1,
  bills: deferred["bills"],
  early: api2,
  effects: api3,
}
const routes = new Map([
  ["_layout.tsx", () => import("/src/routes/_layout.tsx")],
  ["index.tsx", () => import("/src/routes/index.tsx")],
  ["orders/[id].tsx", () => import("/src/routes/orders/[id].tsx")],
])
const routeTable = JSON.parse("{\"routes\":[{\"filePath\":\"index.tsx\",\"pattern\":\"/\",\"segments\":[],\"layouts\":[\"_layout.tsx\"],\"emptyManifest\":true},{\"filePath\":\"orders/[id].tsx\",\"pattern\":\"/orders/[id]\",\"segments\":[{\"kind\":\"static\",\"value\":\"orders\"},{\"kind\":\"param\",\"name\":\"id\"}],\"layouts\":[\"_layout.tsx\"],\"meta\":{\"title\":\"Order\"},\"noStaticParams\":true}],\"rootLayout\":\"_layout.tsx\"}")

/** `filePath` comes from the router, which has only these files. */
function loadRoute(filePath) {
  const load = routes.get(filePath)
  if (load === undefined) throw new Error("Unknown route file " + "src/routes/" + filePath)
  return load()
}

/** Creates the app's server. `wiring` (or its result for the other options) overrides the sources' options, which override `defaults`. */
export function createApp(wiring = {}, defaults = {}) {
  const app = { ...defaults, ...options, ...assets, apis, routeTable, loadRoute, ctxFor, session, middleware, websocket, feed, matchers, storeDefs, ...hookOptions(hooks) }
  return createFwServer({ ...app, ...(typeof wiring === 'function' ? wiring(app) : wiring) })
}
