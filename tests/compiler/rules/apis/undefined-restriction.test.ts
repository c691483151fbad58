/** Fields that restrict who may call a function, with the value `undefined`. */
import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

it('a restriction that is undefined is an error, because the function would be open to more callers', async () => {
  const { diagnostics } = await check(
    temporaryApp({
      'src/roles.ts': 'export const staff = undefined\n',
      'src/server/shop.api.ts': `import { api } from '@fw/runtime'
import { staff } from '../roles.ts'
const none = undefined
/** Ends the day for visitors. */
export const close = api({ guard: undefined, access: none, run: () => null })
/** Begins the day for visitors. */
export const open = api({ scopes: undefined, effect: undefined, timeoutMs: undefined, title: undefined, run: () => null })
/** Takes one item from the stock. */
export const sell = api({ scopes: staff, run: () => null })
`,
    }),
  )
  expect(diagnostics.map(({ code, message, span }) => [`${span?.line}:${span?.column} ${code}`, message])).toEqual([
    ['5:35 field-value', expect.stringContaining('"guard" of api.shop.close can\'t be undefined. Write')],
    ['5:54 field-value', expect.stringContaining('"access" of api.shop.close can\'t be none. Write')],
    ['7:35 field-value', expect.stringContaining('"scopes" of api.shop.open can\'t be undefined. Write a list')],
    ['7:54 field-value', expect.stringContaining('"effect" of api.shop.open can\'t be undefined. Write')],
    ['9:35 api-dynamic-field', expect.stringContaining('"scopes" of api.shop.sell')],
  ])
})
