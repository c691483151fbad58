// Checks and builds an app, serves it as `fw start` does, and sends it requests. One process for all examples: the compiler starts once.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join, relative, resolve } from 'node:path'
import { build, check } from '@fw/compiler'
import { findStaticBuild, loadBuild } from '@fw/compiler/start'
import { serve } from '@fw/runtime/host'
import { serveStaticSite } from '../../cli/dist/start/static-preview.js'

process.env.NODE_ENV = 'production'
/** Rejections that no code handled, since the last app. */
const unhandled = []
process.on('unhandledRejection', (error) => unhandled.push(String(error)))
process.on('message', ({ root, env, requests }) => {
  runExample(root, env, requests).then(
    (outcome) => process.send(outcome),
    (error) => process.send({ failure: error.stack }),
  )
})

/** Without `requests` the app is only checked. */
async function runExample(root, env, requests) {
  Object.assign(process.env, env)
  const diagnostics = (await check({ root })).diagnostics.map(
    ({ code, span, message }) => `${span?.file}:${span?.line} ${code}: ${message}`,
  )
  if (requests === undefined) return { diagnostics }
  const { failure } = await buildApp(root)
  if (failure !== undefined) return { diagnostics, failure }
  const defined = []
  const logged = []
  const listening = await serveApp(root, defined, logged)
  const responses = []
  for (const one of requests) responses.push(await send(listening.url, one))
  await listening.close()
  for (const name of Object.keys(env)) delete process.env[name]
  const sources = listBuiltSources(root)
  return { diagnostics, defined, responses, logged: [...logged, ...unhandled.splice(0)], sources }
}

async function buildApp(root) {
  const lines = []
  try {
    await build({ root, log: (line) => lines.push(line) })
    return {}
  } catch (error) {
    return { failure: [...lines, error.stack].join('\n') }
  }
}

/** Serves the build and adds the endpoints of its pages, functions and options to `defined`. */
async function serveApp(root, defined, logged) {
  const { routes, http = [], modules } = JSON.parse(readFileSync(join(root, '.fw/model.json'), 'utf8'))
  defined.push(...routes.filter(({ kind }) => kind === 'page').map(({ pattern }) => `GET ${pattern}`))
  const where = { port: 0, hostname: '127.0.0.1' }
  const site = findStaticBuild(root)
  if (site !== undefined) return serveStaticSite({ ...where, publicDir: site.clientDir })
  defined.push(...http.map(({ pattern }) => `HTTP ${pattern}`))
  const apis = modules.flatMap((module) => module.apis)
  defined.push(...apis.map(({ tool, http }) => http?.address ?? `POST /_fw/api/${tool.slice('api.'.length)}`))
  const { server, clientDir } = await loadBuild(root)
  const wire = (options) => {
    defined.push(...listOptions(options))
    return { log: (entry) => entry.level === 'error' && logged.push(JSON.stringify(entry)) }
  }
  const app = server.createApp(wire, { data: 'memory' })
  const listening = await serve(app, { ...where, publicDir: clientDir })
  await app.startSchedules()
  return listening
}

function listOptions(options) {
  return [
    ...(options.redirects ?? []).map(({ from }) => `GET ${from}`),
    ...(options.rewrites ?? []).map(({ from }) => `GET ${from}`),
    ...Object.keys(options.channels ?? {}).map((name) => `POST /_fw/channels/${name}`),
    ...(options.agent === undefined ? [] : ['POST /_fw/agent']),
    ...(options.mcp === undefined && options.mcpAuth === undefined ? [] : ['POST /_fw/mcp']),
    ...(options.feed === undefined ? [] : ['GET /rss.xml']),
    ...(options.websocket === undefined ? [] : [`GET ${options.websocket.path}`]),
    ...(options.serviceWorkerUrl === undefined ? [] : [`GET ${options.serviceWorkerUrl}`]),
  ]
}

/** Through `node:http`, which also sends an upgrade and follows no redirect. */
function send(url, { method, path, headers, body }) {
  return new Promise((done, fail) => {
    const sent = request(new URL(path, url), { method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }))
    })
    sent.on('upgrade', ({ statusCode, headers: got }, socket) => {
      socket.destroy()
      done({ status: statusCode, headers: got, text: '' })
    })
    sent.on('error', fail).end(body)
  })
}

/** Returns the app's own files that the build reads by convention, and the files in its bundles, by their source maps. */
function listBuiltSources(root) {
  const { files } = JSON.parse(readFileSync(join(root, '.fw/model.json'), 'utf8'))
  const found = new Set(Object.values(files))
  for (const folder of ['dist/server', 'dist/client']) {
    const base = join(root, folder)
    if (!existsSync(base)) continue
    for (const file of readdirSync(base, { recursive: true })) {
      if (!file.endsWith('.map')) continue
      const { sources } = JSON.parse(readFileSync(join(base, file), 'utf8'))
      for (const source of sources) found.add(relative(root, resolve(base, file, '..', source.replace(/[?#].*$/, ''))))
    }
  }
  return [...found].filter((path) => !path.startsWith('..')).sort()
}
