import { expect, test } from 'vitest'
import { FwError } from '../../../runtime/src/contract/http/error.ts'
import { describeTransports } from '../transports.ts'

describeTransports('probes', (start) => {
  test('return ok, are never cached, and support HEAD', async () => {
    const { request } = await start({})
    for (const path of ['/_fw/health', '/_fw/ready']) {
      const answer = await request(path)
      expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([
        200,
        'no-store',
        '{"ok":true}',
      ])
      const head = await request(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      const post = await request(path, { method: 'POST' })
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect((await request(`${path}/`)).status).toBe(404)
    }
  })

  test('ask neither middleware nor ctxFor nor the session', async () => {
    const asked: string[] = []
    const { request } = await start({
      middleware: () => {
        asked.push('middleware')
        return new Response('closed', { status: 403 })
      },
      ctxFor: () => {
        asked.push('ctxFor')
        throw new FwError('unauthenticated')
      },
    })
    for (const path of ['/_fw/health', '/_fw/ready', '/_f%77/%68ealth']) expect((await request(path)).status).toBe(200)
    expect(asked).toEqual([])
    expect((await request('/')).status).toBe(403)
  })

  test('readiness is 503 while the server is on its way out, and health stays 200', async () => {
    const { request, server } = await start({})
    server.drain()
    expect((await request('/_fw/health')).status).toBe(200)
    const answer = await request('/_fw/ready')
    expect([answer.status, (await answer.json()) as { code: string }]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable' }),
    ])
  })

  test('readiness is 503 while the store does not respond, without details', async () => {
    const logged: string[] = []
    // The port of `discard`, on which no server listens.
    const data = 'redis://user:password@127.0.0.1:9'
    const { request } = await start({
      data,
      log: (...line) => void logged.push(JSON.stringify(line)),
    })
    const answer = await request('/_fw/ready')
    expect(answer.status).toBe(503)
    expect(await answer.text()).not.toMatch(/ECONN|127\.|redis/i)
    expect(logged.join()).toContain('data: Redis at ')
    expect(logged.join()).not.toContain('password')
    expect((await request('/_fw/health')).status).toBe(200)
  })
})
