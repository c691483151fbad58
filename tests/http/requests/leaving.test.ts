import { request as httpRequest } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'

const CLIENTS = 200
/** Memory that a page of a disconnected client may retain: far less than the 100 KB that each holds while it waits. */
const KEPT_BYTES = 20_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let compiled: CompiledRoutes | undefined
let listening: Listening | undefined
afterEach(async () => {
  await listening?.close()
  compiled?.close()
})

/** Reads the beginning of the page, then cuts the connection. */
const visitAndLeave = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
    const sent = httpRequest(url, { headers, agent: false }, (response) => {
      response.once('data', () => sent.destroy())
      response.on('error', () => undefined)
      response.once('close', resolve)
    })
    sent.once('error', reject).end()
  })

test(`${CLIENTS} browsers that disconnect while a part is pending leave nothing behind`, async () => {
  compiled = compileRoutes({
    'routes/index.tsx': `import { createResource, Suspense } from 'solid-js'
function Late(props) {
  const [data] = createResource(() => props.wait(props.signal))
  return <p>{data()}</p>
}
export default ({ ctx, signal }) => <main><Suspense fallback={<i>waits</i>}><Late wait={ctx.wait} signal={signal} /></Suspense></main>`,
  })
  let waiting = 0
  const logged: string[] = []
  const wait = (signal: AbortSignal) =>
    new Promise((_, reject) => {
      const held = new Array(12_500).fill(waiting)
      waiting += 1
      signal.addEventListener('abort', () => {
        waiting -= held.length > 0 ? 1 : 0
        reject(signal.reason)
      })
    })
  const server = createFwServer({
    title: 'Waiting',
    ...compiled.options,
    ctxFor: () => ({ wait }),
    log: ({ msg, err }) => logged.push(`${msg} ${(err as Error | undefined)?.message}`),
  })
  listening = await serve(server, { port: 0, drainMs: 100 })
  const { url } = listening
  const round = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => visitAndLeave(url)))
    await expect.poll(() => waiting).toBe(0)
    // Effects of a rejection follow it.
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    return process.memoryUsage().heapUsed
  }
  await round(50)
  const before = await round(50)
  const after = await round(CLIENTS)
  expect(after - before).toBeLessThan(CLIENTS * KEPT_BYTES)
  expect(logged).toEqual([])
})
