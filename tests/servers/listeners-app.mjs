/** An app whose functions call another one in listeners of events that the runtime fires: `node listeners-app.mjs`, or the same with Bun. */
import { MessageChannel as NodeChannel, Worker as NodeWorker } from 'node:worker_threads'
import { api, schema, str } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const erase = api({
  description: 'Erases all.',
  guard: 'forbidden',
  input: schema({}),
  run: ({ ctx }) => `erased by ${ctx.userId}`,
})
/** Returns a listener, and what it has called. */
function listen() {
  let resolve
  const called = new Promise((done) => {
    resolve = done
  })
  const listener = () =>
    erase().then(resolve, (error) => {
      resolve(error.code)
    })
  return { called, listener }
}

const WAYS = {
  timeout: (listener) => AbortSignal.timeout(5).addEventListener('abort', listener),
  'timeout of several': (listener) => AbortSignal.any([AbortSignal.timeout(5)]).addEventListener('abort', listener),
  'property of a timeout'(listener) {
    const signal = AbortSignal.timeout(5)
    signal.onabort = listener
    if (signal.onabort !== listener) throw new TypeError('The property has another value.')
  },
  'object with handleEvent': (listener) =>
    AbortSignal.timeout(5).addEventListener('abort', { handleEvent: listener }, { once: true }),
  port(listener) {
    const { port1, port2 } = new MessageChannel()
    port2.addEventListener('message', () => {
      port1.close()
      listener()
    })
    port2.start()
    port1.postMessage(1)
  },
  'emitting port'(listener) {
    const { port1, port2 } = new NodeChannel()
    port2.on('message', () => {
      port1.close()
      listener()
    })
    port1.postMessage(1)
  },
  'broadcast channel'(listener) {
    const [from, to] = [new BroadcastChannel('orders'), new BroadcastChannel('orders')]
    to.onmessage = () => {
      from.close()
      to.close()
      listener()
    }
    from.postMessage(1)
  },
  worker(listener) {
    const worker = new NodeWorker('require("node:worker_threads").parentPort.postMessage(1)', { eval: true })
    worker.on('message', () => {
      void worker.terminate()
      listener()
    })
  },
  ...('Bun' in globalThis && {
    'web worker'(listener) {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
      worker.onmessage = () => {
        worker.terminate()
        listener()
      }
    },
  }),
}

/** How often listeners are called that were added twice, added with other options, removed, or added again. */
async function count() {
  const target = new EventTarget()
  const counts = { twice: 0, phases: 0, removed: 0, again: 0, outside: OUTSIDE.calls }
  const twice = () => counts.twice++
  const phases = () => counts.phases++
  const removed = () => counts.removed++
  const again = () => counts.again++
  for (const listener of [twice, twice, removed, again]) target.addEventListener('a', listener)
  target.addEventListener('a', phases)
  target.addEventListener('a', phases, { capture: true })
  target.removeEventListener('a', removed)
  target.removeEventListener('a', again)
  target.addEventListener('a', again, { once: true })
  target.addEventListener('a', null)
  target.addEventListener('b', twice, null)
  const add = target.addEventListener
  if ('Bun' in globalThis) add('a', twice)
  OUTSIDE.target.addEventListener('a', OUTSIDE.listener)
  for (const to of [target, target, OUTSIDE.target]) to.dispatchEvent(new Event('a'))
  OUTSIDE.target.removeEventListener('a', OUTSIDE.listener)
  OUTSIDE.target.dispatchEvent(new Event('a'))
  return { ...counts, outside: OUTSIDE.calls }
}

const OUTSIDE = { target: new EventTarget(), calls: 0, listener: () => OUTSIDE.calls++ }
OUTSIDE.target.addEventListener('a', OUTSIDE.listener)

const run = api({
  description: 'Calls later.',
  run: ({ input }) => {
    const { called, listener } = listen()
    WAYS[input.way](listener)
    return called
  },
  input: schema({ way: str() }),
})

const server = createFwServer({
  apis: {
    shop: {
      erase,
      run,
      count: api({ description: 'Counts.', input: schema({}), run: count }),
      ways: api({ description: 'Lists.', input: schema({}), run: () => Object.keys(WAYS) }),
    },
  },
  ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? undefined }),
  log: () => undefined,
})
const { url } = await serve(server, { port: 0 })
console.log(`Listening on ${url}`)
