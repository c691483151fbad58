/**
 * Runs the web function of a platform in a process of its own. The parent passes the requests over HTTP, and stops the process
 * while nothing runs, as platforms do: work after a response only continues if the function has announced it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

const [, , platform, file] = process.argv

/** Requests that have begun, and works (requests, and what they announced) that haven't ended. */
let begun = 0
let running = 0

function track(work) {
  running += 1
  Promise.resolve(work)
    .catch(() => undefined)
    .finally(() => {
      running -= 1
      if (running === 0) process.send({ idleAfter: begun })
    })
}

const LAUNCHERS = { vercel: launchOnVercel, netlify: launchOnNetlify }
const call = await LAUNCHERS[platform](await import(pathToFileURL(file).href))

/**
 * The default export has a `fetch` method for all methods: https://vercel.com/docs/functions/runtimes/node-js
 * `waitUntil` of `@vercel/functions` finds the current request with a symbol:
 * https://github.com/vercel/vercel/blob/main/packages/functions/src/get-context.ts
 */
function launchOnVercel(module) {
  let exported = module
  while (exported.default !== undefined) exported = exported.default
  if (typeof exported.fetch !== 'function') throw new TypeError('The function has no default export with fetch.')
  const contexts = new AsyncLocalStorage()
  globalThis[Symbol.for('@vercel/request-context')] = { get: () => contexts.getStore() }
  return (request) => contexts.run({ waitUntil: track }, () => exported.fetch(request))
}

/** The default export receives a request and the context: https://docs.netlify.com/build/functions/api/ */
function launchOnNetlify({ default: handle }) {
  if (typeof handle !== 'function') throw new TypeError('The function has no default export.')
  return (request) => {
    const ip = request.headers.get('x-nf-client-connection-ip')
    return handle(request, { ip, waitUntil: track, requestId: 'id', params: {}, site: {}, deploy: {}, account: {} })
  }
}

const server = createServer((incoming, outgoing) => {
  begun += 1
  const ended = new Promise((resolve) => outgoing.once('close', resolve))
  track(ended)
  serve(incoming, outgoing).catch((error) => outgoing.destroy(error))
})

async function serve(incoming, outgoing) {
  const { method, headers, url } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(new URL(url, `${headers['x-forwarded-proto']}://${headers.host}`), {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  })
  const response = await call(request)
  outgoing.writeHead(response.status, [...response.headers].flat())
  const reader = response.body?.getReader()
  outgoing.once('close', () => void reader?.cancel().catch(() => undefined))
  for (let part = await reader?.read(); part?.done === false; part = await reader.read()) outgoing.write(part.value)
  outgoing.end()
}

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
