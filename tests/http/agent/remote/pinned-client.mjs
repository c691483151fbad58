// A process that requests one https server whose name only its own resolver knows: `<runtime> pinned-client.mjs <port>`.
// NODE_EXTRA_CA_CERTS names the server's certificate. Prints what each request came to, as JSON.
import { createGuardedFetch } from '../../../../runtime/dist/agent/remote/guarded-fetch.js'
import { openRemoteServer } from '../../../../runtime/dist/agent/remote/remote-server.js'

const port = Number(process.argv[2])
const url = `https://docs.example.test:${port}`
const refuses = (address) => address !== '127.0.0.2'

/** A resolver with another result from the second lookup on. */
function rebinding() {
  let asked = 0
  return async () => (asked++ === 0 ? ['127.0.0.2'] : ['127.0.0.3'])
}

async function outcome(work) {
  try {
    return await work()
  } catch (error) {
    return `${error.constructor.name}: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}`
  }
}

const options = { allowPrivate: false, maxBytes: 100_000, refuses }
const fixed = createGuardedFetch({ ...options, resolve: async () => ['127.0.0.2'] })
const rebound = createGuardedFetch({ ...options, resolve: rebinding() })
const text = (path, init) => outcome(async () => (await fixed(url + path, init)).text())
const abort = new AbortController()

const results = {
  post: await outcome(async () => {
    const response = await fixed(`${url}/echo?a=1`, { method: 'POST', body: 'hello', headers: { 'x-mine': 'yes' } })
    return { status: response.status, seen: response.headers.get('x-seen'), body: await response.json() }
  }),
  reused: await outcome(async () => (await fixed(`${url}/echo`)).json()),
  empty: await outcome(async () => (await fixed(`${url}/empty`)).status),
  redirect: await text('/redirect'),
  compressed: await text('/compressed'),
  odd: await text('/odd'),
  upgrade: await text('/upgrade', { signal: AbortSignal.timeout(3_000) }),
  informs: await text('/informs', { signal: AbortSignal.timeout(3_000) }),
  long: await text('/long'),
  broken: await text('/broken'),
  aborted: await outcome(async () => {
    setTimeout(() => abort.abort(new Error('left')), 100)
    return (await fixed(`${url}/silent`, { signal: abort.signal })).text()
  }),
  abortedBody: await outcome(async () => {
    const within = new AbortController()
    const response = await fixed(`${url}/stalls`, { signal: within.signal })
    setTimeout(() => within.abort(new Error('left')), 100)
    return response.text()
  }),
  otherName: await outcome(async () => (await fixed(`https://other.example.test:${port}/echo`)).text()),
  first: await outcome(async () => (await rebound(`${url}/close`)).text()),
  second: await outcome(async () => (await rebound(`${url}/close`)).text()),
  literal: await outcome(async () => (await rebound(`https://127.0.0.3:${port}/echo`)).text()),
  remote: await outcome(async () => {
    const link = openRemoteServer({ url: `${url}/_fw/mcp` }, { refuses, resolve: async () => ['127.0.0.2'] })
    const [tool] = await link.list()
    const input = { query: 'tea' }
    const call = { tool, input, signal: AbortSignal.timeout(5_000), isRepeatable: true, canAsk: true }
    const called = await link.call(call)
    await link.close()
    return { tool: tool.name, called }
  }),
  remoteRebound: await outcome(async () => {
    const link = openRemoteServer({ url: `${url}/_fw/mcp` }, { refuses, resolve: async () => ['127.0.0.3'] })
    return link.list()
  }),
}
process.stdout.write(JSON.stringify(results), () => process.exit())
