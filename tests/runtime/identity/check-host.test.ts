import { expect, test } from 'vitest'
import { isHost } from '../../../runtime/src/identity/check-host.ts'

test('a host is checked whichever host was accepted before it', () => {
  const hosts = ['shop.example', 'shop.example', 'shop.example,evil.example', 'shop.example', 'shop.example:99999']
  expect(hosts.map(isHost)).toEqual([true, true, false, true, false])
  expect(isHost('shop.example:99999')).toBe(false)
  expect(isHost('shop.example')).toBe(true)
})
