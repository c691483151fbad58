import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRaw, requestText, statusesOf } from '../../servers/raw-socket.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'
import { type AppCopy, copyApp, type Running, startFw } from '../support/fixture.ts'

let app: AppCopy
beforeAll(async () => {
  app = copyApp('slow')
  expect((await app.fw('build')).code).toBe(0)
})
afterAll(() => app.remove())

/** `fw.config.ts` of the app: 600 ms of grace, then 1500 ms for what runs. */
describe.each(RUNTIMES)('SIGTERM to fw start on %s', (_name, program) => {
  const start = (): Promise<Running & { readonly port: number }> =>
    startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'], {}, program).then((running) => ({
      ...running,
      port: Number(new URL(running.url).port),
    }))
  const wait = (ms: number) =>
    requestText('POST /_fw/api/slow.wait', { 'content-type': 'application/json' }, JSON.stringify({ ms }))

  it('ends what runs, streams too, and takes nothing new after its grace', async () => {
    const running = await start()
    const call = openRaw(running.port, wait(1_200))
    const stream = openRaw(running.port, requestText('GET /stream?lines=60'))
    const idle = openRaw(running.port, requestText('GET /_fw/health'))
    await Promise.all([stream.until((text) => text.includes('line 3')), idle.until((text) => text.includes('true'))])
    const ended = running.stop('SIGTERM')
    const ready = () => fetch(`${running.url}/_fw/ready`)
    await expect.poll(async () => (await ready()).status).toBe(503)
    // In its grace period it still responds, and announces the end of the connection.
    const health = await fetch(`${running.url}/_fw/health`)
    expect([health.status, health.headers.get('connection')]).toEqual([200, 'close'])
    const called = await call.closed
    expect(called).toContain('{"waited":1200}')
    expect(called.toLowerCase()).toContain('connection: close')
    expect(await stream.closed).toMatch(/line 59\n\r\n0\r\n\r\n$/)
    await idle.closed
    await expect(ready()).rejects.toThrow()
    expect((await ended).code).toBe(0)
  })

  it('cuts what has not ended in time', async () => {
    const running = await start()
    const call = openRaw(running.port, wait(60_000))
    const stream = openRaw(running.port, requestText('GET /stream'))
    const half = openRaw(running.port, 'GET / HTTP/1.1\r\nhost: x\r\n')
    await stream.until((text) => text.includes('line 3'))
    expect((await running.stop('SIGTERM')).code).toBe(0)
    expect(statusesOf(await call.closed)).toEqual([])
    expect(await stream.closed).not.toContain('\r\n0\r\n')
    expect(statusesOf(await half.closed)).toEqual([])
  })

  it('a second signal ends it at once, but not one that arrives with the first, as under `bun run`', async () => {
    const running = await start()
    const call = openRaw(running.port, wait(60_000))
    await fetch(`${running.url}/_fw/health`)
    void running.stop('SIGTERM')
    void running.stop('SIGINT')
    await expect.poll(async () => (await fetch(`${running.url}/_fw/ready`)).status).toBe(503)
    await pause(1000)
    // Killed by the signal, without an exit code.
    expect((await running.stop('SIGTERM')).code).toBe(-1)
    await call.closed
  })
})
