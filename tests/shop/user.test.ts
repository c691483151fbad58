import { expect, it } from 'vitest'
import { openDatabase } from '../../playground/shop/src/server/database.ts'
import { hashPassword, passwordMatches } from '../../playground/shop/src/server/password.ts'
import { authenticate } from '../../playground/shop/src/server/user.ts'

it('signs in the demo customers with the passwords that the sign-in page prints', async () => {
  const db = openDatabase(':memory:')
  expect(await authenticate(db, 'ADA@halden.example', 'lighthouse')).toEqual({
    id: 'usr_ada',
    email: 'ada@halden.example',
    name: 'Ada',
    scopes: ['orders:read'],
  })
  expect((await authenticate(db, 'ben@halden.example', 'driftwood'))?.scopes).toEqual(['orders:read'])
  expect((await authenticate(db, 'mara@halden.example', 'workbench'))?.scopes).toEqual(['orders:read', 'admin'])
})

it('refuses a wrong password and an unknown address alike', async () => {
  const db = openDatabase(':memory:')
  expect(await authenticate(db, 'ada@halden.example', 'driftwood')).toBeUndefined()
  expect(await authenticate(db, 'nobody@halden.example', 'lighthouse')).toBeUndefined()
})

it('salts every hash, and a malformed one never matches', async () => {
  const [first, second] = [await hashPassword('lighthouse'), await hashPassword('lighthouse')]
  expect(first).not.toBe(second)
  expect(await passwordMatches('lighthouse', first)).toBe(true)
  expect(await passwordMatches('lighthouse', '')).toBe(false)
  expect(await passwordMatches('', '.')).toBe(false)
})
