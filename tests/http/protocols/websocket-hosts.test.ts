import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open, refused } from './socket-client.ts'
import { CUSTOM_SOCKET_HOSTS, SOCKET_HOSTS, type SocketServer, startSocketServer } from './socket-process.ts'

for (const [host, program, mode] of [...SOCKET_HOSTS, ...CUSTOM_SOCKET_HOSTS])
  describe(host, () => {
    let server: SocketServer
    beforeAll(async () => {
      server = await startSocketServer(program, mode)
    })
    afterAll(() => server.stop())
    const live = (query = '') => `${server.url}/live${query}`

    const rows = mode === 'custom' ? 'HTP-28' : 'HTP-25'
    test(`${rows} upgrades the path, carries data, text and bytes, and sends the headers of the app`, async () => {
      const client = await open(live('?name=ada'), { protocols: ['v0', 'v1'] })
      expect(client.socket.protocol).toBe('v1')
      const cookies = client.headers.filter((_, at) => client.headers[at - 1]?.toLowerCase() === 'set-cookie')
      expect(cookies).toEqual(['a=1', 'b=2'])
      client.socket.send('who')
      expect(await client.next()).toBe('ada')
      client.socket.send(Buffer.from([0, 255]))
      expect(await client.next()).toEqual(Buffer.from([0, 255]))
      client.socket.send('')
      expect(await client.next()).toBe('')
      client.socket.send('bye')
      expect(await client.closed).toEqual({ code: 4000, reason: 'as you wish' })
    })

    test('refuses as the pipeline does, and handles requests beside it', async () => {
      expect(await refused(live('?name=nobody'))).toMatchObject({ status: 401, code: 'unauthenticated' })
      expect(await refused(live(), { headers: { origin: 'https://evil.example' } })).toMatchObject({ status: 403 })
      expect(await refused(`${server.url}/live/`)).toMatchObject({ status: 404 })
      expect((await fetch(live())).status).toBe(426)
      expect(await (await fetch(server.url)).text()).toContain('home')
    })

    test('a handler that throws closes 1011, and the others stay', async () => {
      const [one, other] = [await open(live()), await open(live())]
      one.socket.send('throw')
      expect((await one.closed).code).toBe(1011)
      one.socket.terminate()
      other.socket.send('still')
      expect(await other.next()).toBe('still')
      other.socket.terminate()
    })

    test('send returns false for a slow client, and drain follows', async () => {
      const client = await open(live())
      client.socket.send('big')
      expect((await client.next()).length).toBe(32 * 1024 * 1024)
      for (;;) {
        client.socket.send('counts')
        const { drained, fits } = JSON.parse(String(await client.next()))
        expect(fits).toBe(false)
        if (drained > 0) break
      }
      client.socket.terminate()
    })

    test('a client that reads nothing is disconnected', async () => {
      const [client, other] = [await open(live()), await open(live())]
      client.socket.pause()
      client.socket.send('flood')
      const readCode = async () => {
        other.socket.send('counts')
        return JSON.parse(String(await other.next())).flooded
      }
      await expect.poll(readCode, { timeout: 10_000 }).toBe(1006)
      client.socket.resume()
      expect((await client.closed).code).toBe(1006)
      other.socket.terminate()
    })

    test('a published message reaches the others', async () => {
      const [one, other] = [await open(live()), await open(live())]
      one.socket.send('all')
      expect(await other.next()).toBe('to all')
      one.socket.terminate()
      other.socket.terminate()
    })

    if (mode === 'custom') return
    test('SIGTERM closes sockets with 1001, and the process ends', async () => {
      const client = await open(live())
      const silent = await open(live())
      silent.socket.pause()
      const exit = once(server.child, 'exit')
      server.child.kill('SIGTERM')
      expect((await client.closed).code).toBe(1001)
      expect(await exit).toEqual([0, null])
      expect(server.errors()).toBe('')
    })
  })
