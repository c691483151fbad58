import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { serve } from '../../../runtime/src/host/serve.ts'
import { createFwServer } from '../../../runtime/src/server/create-server.ts'

it.each(['0.0.0.0', '127.0.0.1', 'localhost'])(
  'returns a URL that can be opened when listening on %s',
  async (hostname) => {
    const running = await serve(createFwServer({ routes: { '/': () => 'hello' } }), { port: 0, hostname })
    try {
      expect(new URL(running.url).hostname).not.toBe('0.0.0.0')
      expect(await (await fetch(running.url)).text()).toContain('hello')
    } finally {
      await running.close()
    }
  },
)

it('reports in one sentence that a port is in use', async () => {
  const first = await serve(createFwServer({}), { port: 0 })
  try {
    await expect(serve(createFwServer({}), { port: first.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining(`Port ${first.port} on 127.0.0.1 is in use`),
    })
  } finally {
    await first.close()
  }
})

it('close lets a running request end', async () => {
  let release: () => void = () => undefined
  const running = new Promise<void>((resolve) => (release = resolve))
  let arrived: () => void = () => undefined
  const started = new Promise<void>((resolve) => (arrived = resolve))
  const server = createFwServer({
    middleware: async () => {
      arrived()
      await running
      return new Response('whole')
    },
  })
  const slow = await serve(server, { port: 0 })
  const answer = fetch(`${slow.url}/x`)
  await started
  const closed = slow.close()
  // Time enough for a server that does not wait to cut the request off.
  setTimeout(release, 50)
  expect(await (await answer).text()).toBe('whole')
  await closed
  await expect(fetch(`${slow.url}/x`)).rejects.toThrow()
})

it('close serves connections that the system has established, but that were not accepted yet', async () => {
  for (let round = 0; round < 5; round++) {
    const running = await serve(createFwServer({ routes: { '/': () => 'hello' } }), { port: 0 })
    const responses = Array.from({ length: 30 }, () => {
      const socket = connect(running.port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
      return new Promise<string>((resolve) => {
        let text = ''
        socket.on('data', (chunk) => (text += chunk))
        socket.on('error', (error) => resolve(error.message))
        socket.on('close', () => resolve(text))
      })
    })
    // The system connects the sockets in this turn of the event loop, and the server accepts them in a later one.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    const closed = running.close()
    for (const response of await Promise.all(responses)) expect(response).toContain('hello')
    await closed
  }
})
