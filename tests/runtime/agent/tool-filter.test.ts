import { expect, test } from 'vitest'
import { allowsTool } from '../../../runtime/src/agent.ts'

test('AGC-09 an include that is empty or absent means everything', () => {
  expect(allowsTool('api.shop.search')).toBe(true)
  expect(allowsTool('ui_click', {})).toBe(true)
  expect(allowsTool('api.shop.search', { include: [] })).toBe(true)
  expect(allowsTool('api.shop.search', { include: ['api.orders.list'] })).toBe(false)
})

test.each([
  ['api.shop.search', 'api.shop.*', true],
  ['api.shop.search', 'api.*', true],
  ['api.shopping.search', 'api.shop.*', false],
  ['api.shop', 'api.shop.*', false],
  ['AddToCart.add', 'AddToCart.*', true],
])('AGC-10 a pattern that ends in .* matches by prefix: %s, %s', (name, pattern, passes) => {
  expect(allowsTool(name, { include: [pattern] })).toBe(passes)
})

test.each([
  ['api.shop.search', 'api.shop.search', true],
  ['api.shop.searchAll', 'api.shop.search', false],
  ['api.shop.search', 'api.shop', false],
  ['api.shop.search', '*', false],
  ['api.shop.search', 'api.*.search', false],
  ['api.shop.search', 'API.shop.search', false],
])('AGC-11 anything else matches exactly: %s, %s', (name, pattern, passes) => {
  expect(allowsTool(name, { include: [pattern] })).toBe(passes)
})

test('AGC-12 exclude always wins', () => {
  const filter = { include: ['api.shop.*', 'api.shop.refund'], exclude: ['api.shop.refund'] }
  expect(allowsTool('api.shop.refund', filter)).toBe(false)
  expect(allowsTool('api.shop.search', filter)).toBe(true)
  expect(allowsTool('api.shop.search', { exclude: ['api.*'] })).toBe(false)
})
