/** `fw build --target h3`: the server on srvx and Node, and the web handler in the servers of others. */
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startProcess } from './server-process.ts'
import { buildTarget, readCommand, removeBuild } from './target-app.ts'
import { testTranscript } from './transcript.ts'

/** Sends bytes, and returns everything that arrives. */
function sendText(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      received += part
      if (received.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}

let folder: string
beforeAll(async () => {
  folder = await buildTarget('h3')
})
afterAll(() => removeBuild(folder))

describe('the server on Node', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startProcess([process.execPath, ...readCommand('h3', 'node dist').slice(1)], folder)
  })
  testTranscript(() => server)

  test.each([
    ['a target with another host', 'GET http://evil.example/limited HTTP/1.1', [], 400],
    ['the target of a file with another host', 'GET http://evil.example/favicon.svg HTTP/1.1', [], 400],
    ['a fragment', 'GET /greeting#a HTTP/1.1', [], 400],
    ['a coding that it cannot decode', 'POST /later HTTP/1.1', ['Transfer-Encoding: gzip, chunked'], 400],
    ['a path with dots', 'GET /x/../greeting HTTP/1.1', [], 404],
    ['more headers than it reads', 'GET /greeting HTTP/1.1', Array(250).fill('a: b'), 431],
    ['an absolute target', 'GET http://HOST/greeting HTTP/1.1', [], 200],
    ['a request for the server', 'OPTIONS * HTTP/1.1', [], 204],
  ])('replies as fw start does to %s', async (_what, line, headers, status) => {
    const { port, host } = new URL(server.origin)
    const lines = [line.replace('HOST', host), `Host: ${host}`, 'Connection: close', ...headers, '', '']
    expect(await sendText(Number(port), lines.join('\r\n'))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('completes a running request after SIGTERM, and then exits with 0', async () => {
    const response = await server.send('/stream')
    const [stopped, text] = await Promise.all([server.stop(), response.text()])
    expect([stopped.code, text]).toEqual([0, 'step 1\nstep 2\nstep 3\n'])
  })
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
