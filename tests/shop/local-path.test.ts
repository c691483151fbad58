import { expect, it } from 'vitest'
import { localPath } from '../../playground/shop/src/local-path.ts'
import { KNOWN_TARGETS } from '../http/requests/hostile-targets.ts'

it.each([...KNOWN_TARGETS, '//evil.example', '/\\evil.example', 'https://evil.example', 'orders', null])(
  'signing in never leads to %j',
  (next) => {
    expect(localPath(next)).toBe('/orders')
  },
)

it('signing in leads to a path of the shop, with its query', () => {
  expect(localPath('/cart?from=login#total')).toBe('/cart?from=login#total')
})
