import { describe, expect, test } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { api, schema } from '../../../runtime/src/index.ts'
import { createFwServer, type FwSocket } from '../../../runtime/src/server.ts'
import { closeAfterEach, deferred, start } from './socket-app.ts'
import { open } from './socket-client.ts'

closeAfterEach()

describe('handlers', () => {
  const who = api({
    description: 'Who.',
    input: schema({}),
    run: ({ ctx }) => (ctx as unknown as { userId: string }).userId,
  })

  test('call apis with the ctx and the origin of their socket', async () => {
    const audit: unknown[] = []
    const url = await start({
      apis: { shop: { who } },
      onAudit: ({ origin, ok }) => void audit.push([origin, ok]),
      ctxFor: (req) => ({ userId: req.headers.get('x-user') }),
      websocket: {
        path: '/live',
        async message(socket) {
          socket.send(await who({}))
        },
      },
    })
    const [ada, bot] = [
      await open(`${url}/live`, { headers: { 'x-user': 'ada' } }),
      await open(`${url}/live`, { headers: { 'x-user': 'bot', 'x-fw-origin': 'agent' } }),
    ]
    ada.socket.send('?')
    expect(await ada.next()).toBe('ada')
    bot.socket.send('?')
    expect(await bot.next()).toBe('bot')
    expect(audit).toEqual([
      ['human', true],
      ['agent', true],
    ])
    ada.socket.terminate()
    bot.socket.terminate()
  })

  test('that throw close their own socket with 1011 and nothing else, and are logged', async () => {
    const log: unknown[] = []
    const messages: unknown[] = []
    const url = await start({
      log: ({ msg, err }) => log.push([msg, (err as Error).message]),
      websocket: {
        path: '/live',
        message(socket, message) {
          messages.push(message)
          if (message === 'sync') throw new Error('first')
          if (message === 'async') return Promise.reject(new Error('second'))
          socket.send(message)
          return undefined
        },
        close() {
          throw new Error('third')
        },
      },
    })
    const bystander = await open(`${url}/live`)
    for (const how of ['sync', 'async']) {
      const client = await open(`${url}/live`)
      client.socket.send(how)
      expect(await client.closed).toEqual({ code: 1011, reason: '' })
    }
    bystander.socket.send('still here')
    expect(await bystander.next()).toBe('still here')
    expect(log).toEqual([
      ['The WebSocket handler "message" failed.', 'first'],
      ['The WebSocket handler "close" failed.', 'third'],
      ['The WebSocket handler "message" failed.', 'second'],
      ['The WebSocket handler "close" failed.', 'third'],
    ])
    bystander.socket.terminate()
  })

  test('subscribe and publish reach the other subscribers until they leave', async () => {
    const url = await start({
      websocket: {
        path: '/live',
        open: (socket) => socket.subscribe('room'),
        message(socket, message) {
          if (message === 'leave') socket.unsubscribe('room')
          else socket.publish('room', message)
          socket.send('done')
        },
      },
    })
    const [a, b, c] = [await open(`${url}/live`), await open(`${url}/live`), await open(`${url}/live`)]
    c.socket.send('leave')
    expect(await c.next()).toBe('done')
    a.socket.send('one')
    expect(await a.next()).toBe('done')
    expect(await b.next()).toBe('one')
    c.socket.send('from outside')
    expect(await c.next()).toBe('done')
    expect(await a.next()).toBe('from outside')
    expect(await b.next()).toBe('from outside')
    for (const { socket } of [a, b, c]) socket.terminate()
  })

  test('close and send report invalid arguments', async () => {
    const errors: string[] = []
    const attempt = (work: () => void): void => {
      try {
        work()
      } catch (error) {
        errors.push((error as Error).message)
      }
    }
    const url = await start({
      websocket: {
        path: '/live',
        open(socket: FwSocket) {
          attempt(() => socket.close(1006))
          attempt(() => socket.close(999))
          attempt(() => socket.close(1000, 'x'.repeat(124)))
          attempt(() => void socket.send({} as string))
          socket.close(3000, 'done')
          attempt(() => void socket.send('late'))
          socket.close()
        },
      },
    })
    const client = await open(`${url}/live`)
    expect(await client.closed).toEqual({ code: 3000, reason: 'done' })
    expect(errors).toEqual([
      expect.stringContaining('1006'),
      expect.stringContaining('999'),
      expect.stringContaining('123 bytes'),
      expect.stringContaining('JSON.stringify'),
    ])
  })
})

describe('limits', () => {
  test('a message above maxPayloadBytes closes with 1009, in one frame or in many', async () => {
    const got: number[] = []
    const url = await start({
      websocket: { path: '/live', maxPayloadBytes: 1000, message: (_socket, message) => void got.push(message.length) },
    })
    const fits = await open(`${url}/live`)
    fits.socket.send('x'.repeat(1000))
    fits.socket.close()
    await fits.closed
    const whole = await open(`${url}/live`)
    whole.socket.send('x'.repeat(1001))
    expect((await whole.closed).code).toBe(1009)
    const parts = await open(`${url}/live`)
    for (let part = 0; part < 11; part += 1) parts.socket.send('x'.repeat(100), { fin: false })
    expect((await parts.closed).code).toBe(1009)
    expect(got).toEqual([1000])
  })

  test('a caller who does not read is cut off at maxBufferedBytes, with a reason for close', async () => {
    const ended = deferred<readonly [number, string, number]>()
    const url = await start({
      websocket: {
        path: '/live',
        maxBufferedBytes: 256 * 1024,
        async message(socket) {
          const chunk = 'x'.repeat(64 * 1024)
          let most = 0
          for (let sent = 0; sent < 2000; sent += 1) {
            socket.send(chunk)
            most = Math.max(most, socket.bufferedAmount)
            await new Promise((resolve) => setImmediate(resolve))
          }
          seen = most
        },
        close: (_socket, code, reason) => ended.resolve([code, reason, seen]),
      },
    })
    let seen = 0
    const client = await open(`${url}/live`)
    client.socket.pause()
    client.socket.send('go')
    const [code, reason] = await ended.promise
    expect([code, reason]).toEqual([1006, 'The client reads too slowly.'])
    expect(seen).toBeLessThanOrEqual(256 * 1024 + 65 * 1024)
    client.socket.resume()
    expect((await client.closed).code).toBe(1006)
  })

  test('a path that cannot be served is refused at start', () => {
    for (const path of ['live', '/live?x', '/_fw/live', '/a//b', '/a b', '', undefined])
      expect(() => createFwServer({ websocket: { path: path as string } })).toThrow('src/ws.ts')
  })
})

describe('close', () => {
  test('closes sockets with 1001, and terminates those that do not close within the drain time', async () => {
    const codes: number[] = []
    const server = createFwServer({
      websocket: { path: '/live', close: (_socket, code) => void codes.push(code) },
    })
    const listening = await serve(server, { port: 0, drainMs: 200 })
    const polite = await open(`${listening.url}/live`)
    const silent = await open(`${listening.url}/live`)
    silent.socket.pause()
    const closing = listening.close()
    expect((await polite.closed).code).toBe(1001)
    await closing
    expect(codes.sort()).toEqual([1001, 1006])
    silent.socket.resume()
    await silent.closed
  })
})
