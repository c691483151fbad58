import { expect, test } from 'vitest'
import { date, int, obj } from '../../../../runtime/src/contract/schema/schema.ts'
import { toValidator } from '../../../../runtime/src/contract/schema/standard.ts'
import { takeInput } from '../../../../runtime/src/contract/schema/take-input.ts'

const definition = { description: 'Orders.', scopes: ['orders'] }
const compiled = {
  load: async () => ({ input: toValidator(obj({ qty: int().min(1).default(1), day: date() }), 'input') }),
}

test('the real values of a user are validated in their wire form, and returned as real values, with defaults', async () => {
  const day = new Date(0)
  const tool = { name: 'Cart.order', definition, contract: compiled }
  expect(await takeInput(tool, { day })).toEqual({ qty: 1, day })
  await expect(takeInput(tool, { qty: 0, day: 'today' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Cart.order: The input does not match the schema of the tool.',
    issues: [{ path: 'qty' }, { path: 'day' }],
  })
})

test('a written schema takes precedence, a tool without any accepts any input, and scopes are checked if they are known', async () => {
  const written = { ...definition, input: obj({ by: int() }) }
  expect(await takeInput({ name: 'a.b', definition: written, contract: compiled }, { by: 2 })).toEqual({ by: 2 })
  const given = { anything: true }
  expect(await takeInput({ name: 'a.b', definition, contract: undefined }, given)).toBe(given)
  expect(await takeInput({ name: 'a.b', definition, contract: { load: () => undefined } }, given, ['orders'])).toBe(
    given,
  )
  const out = takeInput({ name: 'a.b', definition, contract: undefined }, given, [])
  await expect(out).rejects.toMatchObject({ code: 'out_of_scope' })
})
