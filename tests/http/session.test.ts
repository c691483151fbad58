import { expect, test } from 'vitest'
import { api, schema, str } from '../../runtime/src/index.ts'
import { createSessionStore } from '../../runtime/src/server.ts'
import { describeTransports } from './transports.ts'

const SECRET = 'a secret of enough characters'

/** `name=value` of a Set-Cookie line. */
function cookieOf(line: string | null): string {
  return line?.split(';')[0] ?? ''
}

describeTransports('sessions', (start) => {
  const create = (clock: { time: number }) => {
    const session = createSessionStore<{ user: string }>({ secret: SECRET, ttlMs: 1_000, now: () => clock.time })
    const login = api({
      input: schema({ user: str() }),
      run: ({ input, ctx }) => {
        ctx.headers.append('set-cookie', session.issue(input))
      },
    })
    const logout = api({ run: ({ ctx }) => ctx.headers.append('set-cookie', session.clear()) })
    const who = api({ run: ({ ctx }) => (ctx.session as { user: string } | undefined)?.user ?? 'nobody' })
    return { session, apis: { shop: { login, logout, who } }, log: () => undefined }
  }

  test('an api issues a session through ctx.headers, and the next request is read with it', async () => {
    const { call } = await start(create({ time: 0 }))
    const { headers } = await call('shop.login', { user: 'ann' })
    const line = headers.get('set-cookie')
    expect(line).toMatch(/^fw_session=v1\..*; Path=\/; Max-Age=1; HttpOnly; Secure; SameSite=Lax$/)
    expect((await call('shop.who', {}, { cookie: cookieOf(line) })).body.result).toBe('ann')
    expect((await call('shop.who', {}, { cookie: `${cookieOf(line)}x` })).body.result).toBe('nobody')
  })

  test('past half of its life the answer carries a renewed cookie; an expired one is nobody', async () => {
    const clock = { time: 0 }
    const { call } = await start(create(clock))
    const cookie = cookieOf((await call('shop.login', { user: 'ann' })).headers.get('set-cookie'))
    clock.time = 499
    expect((await call('shop.who', {}, { cookie })).headers.get('set-cookie')).toBeNull()
    clock.time = 500
    const renewed = (await call('shop.who', {}, { cookie })).headers.get('set-cookie')
    expect(renewed).toMatch(/^fw_session=/)
    clock.time = 1_000
    expect((await call('shop.who', {}, { cookie })).body.result).toBe('nobody')
    expect((await call('shop.who', {}, { cookie: cookieOf(renewed) })).body.result).toBe('ann')
  })

  test('signing out is not undone by a renewal in the same answer', async () => {
    const clock = { time: 0 }
    const { call } = await start(create(clock))
    const cookie = cookieOf((await call('shop.login', { user: 'ann' })).headers.get('set-cookie'))
    clock.time = 600
    const { headers } = await call('shop.logout', {}, { cookie })
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^fw_session=; .*Max-Age=0/)])
  })
})
