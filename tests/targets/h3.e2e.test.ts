/** `fw build --target h3`: the server on srvx and Node, and the web handler in the servers of others. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startProcess } from './server-process.ts'
import { SERVER_TIMES, SOCKET_FILES, testRawRequests, testShutdown, testSockets } from './server-transcript.ts'
import { buildTarget, readCommand, removeBuild } from './target-app.ts'
import { testTranscript } from './transcript.ts'

let folder: string
beforeAll(async () => {
  folder = await buildTarget('h3', SERVER_TIMES, SOCKET_FILES)
})
afterAll(() => removeBuild(folder))

describe('the server on Node', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startProcess([process.execPath, ...readCommand('h3', 'node dist').slice(1)], folder)
  })
  testTranscript(() => server)
  testSockets(() => server)
  testRawRequests(() => server)
  testShutdown(() => server, true)
})

test('the web handler serves pages and files, and knows no address unless the host sets it', async () => {
  Object.assign(process.env, { GREETING: 'hello', SESSION_SECRET: 'a secret of the tests, long enough to sign with' })
  const { default: handler, close } = await import(pathToFileURL(join(folder, 'dist/server/handler.js')).href)
  const get = (path: string) => handler.fetch(new Request(`https://shop.example${path}`))
  expect(await (await get('/products/stoneware-mug')).text()).toContain('<h1>Stoneware Mug</h1>')
  expect((await get('/favicon.svg')).headers.get('content-type')).toMatch(/^image\/svg/)
  expect(await (await get('/limited')).json()).toEqual({ url: 'https://shop.example/limited' })
  const known = Object.assign(new Request('https://shop.example/limited'), { ip: '198.51.100.7' })
  expect(await (await handler.fetch(known)).json()).toMatchObject({ address: '198.51.100.7' })
  await close()
})
