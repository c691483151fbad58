/** How long renewals extend a session. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { clocked, cookies, create, DAY, request, SECRET } from './clocked-store.ts'

test('renewals end 30 days after the session was issued', () => {
  const { clock, store } = clocked()
  let line = store.issue({ id: 7 })
  const signedInAt = clock.time
  for (const days of [4, 8, 12, 16, 20, 24]) {
    clock.time = signedInAt + days * DAY
    line = store.read(request(line))?.renew ?? ''
    expect(line).toContain(`Max-Age=${Math.min(7, 30 - days) * 86_400};`)
  }
  clock.time = signedInAt + 30 * DAY - 1
  expect(store.read(request(line))).toMatchObject({ data: { id: 7 }, expiresAt: signedInAt + 30 * DAY })
  expect(store.read(request(line))?.renew).toBeUndefined()
  clock.time += 1
  expect(store.read(request(line))).toBeUndefined()
})

test('maxLifetimeMs sets the end of renewals, also of sessions that were issued before', () => {
  const { clock, store } = clocked({ ttlMs: 100, maxLifetimeMs: 120 })
  const line = store.issue({ id: 7 })
  clock.time += 60
  const renewed = request(store.read(request(line))?.renew ?? '')
  expect(store.read(renewed)?.expiresAt).toBe(1_000_120)
  expect(create({ ttlMs: 50, maxLifetimeMs: 61, now: () => clock.time }).read(renewed)).toBeDefined()
  expect(create({ ttlMs: 50, maxLifetimeMs: 60, now: () => clock.time }).read(renewed)).toBeUndefined()
  clock.time += 60
  expect(store.read(renewed)).toBeUndefined()
})

test('a lifetime above 30 days is not shortened, and Infinity renews without an end', () => {
  const year = clocked({ ttlMs: 365 * DAY })
  const line = year.store.issue({ id: 7 })
  year.clock.time += 365 * DAY - 1
  expect(year.store.read(request(line))?.data).toEqual({ id: 7 })
  const endless = clocked({ maxLifetimeMs: Number.POSITIVE_INFINITY })
  let cookie = endless.store.issue({ id: 7 })
  for (let count = 0; count < 20; count += 1) {
    endless.clock.time += 6 * DAY
    cookie = endless.store.read(request(cookie))?.renew ?? ''
  }
  expect(endless.store.read(request(cookie))?.data).toEqual({ id: 7 })
})

test('a cookie of an earlier version is renewed as if it was issued when it was last renewed', () => {
  const { clock, store } = clocked({ ttlMs: 100, maxLifetimeMs: 120 })
  const payload = Buffer.from(JSON.stringify({ d: { id: 7 }, s: 'sid', i: clock.time, e: clock.time + 100 }))
  const signed = `v1.fw_session.${payload.toString('base64url')}`
  const mac = createHmac('sha256', SECRET).update(signed).digest('base64url')
  const old = cookies(`fw_session=v1.${payload.toString('base64url')}.${mac}`)
  clock.time += 50
  expect(store.read(request(store.read(old)?.renew ?? ''))?.expiresAt).toBe(1_000_120)
})

test('rotateAfterMs of 0 renews a session with each read, also in the millisecond of its issue', () => {
  const { store } = clocked({ rotateAfterMs: 0 })
  const line = store.issue({ id: 7 })
  expect(store.read(request(line))?.renew).toMatch(/^fw_session=/)
})
