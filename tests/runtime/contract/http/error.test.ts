/** Codes of errors: those of the framework, and an app's own. */
import { describe, expect, test } from 'vitest'
import { createCallError, isFwError } from '../../../../runtime/src/contract/http/call-error.ts'
import { FwError, FwIntentError, toEnvelope } from '../../../../runtime/src/contract/http/error.ts'
import { asFwError, isUnexpected } from '../../../../runtime/src/contract/http/thrown-error.ts'

const message = 'The last one is sold.'
const create = (code: unknown, options?: object) => () =>
  new FwError(code as string, options as { status: number; message: string }) // as code without types writes it

describe('an own code', () => {
  test('has the status and the message that it was thrown with', () => {
    const issues = [{ path: 'sku', message: 'is sold' }]
    const error = new FwError('sold_out', { status: 409, message, issues })
    expect(error).toMatchObject({ name: 'FwError', code: 'sold_out', status: 409, message, issues })
    expect(toEnvelope(error)).toEqual({ ok: false, error: message, code: 'sold_out', issues })
    expect(asFwError(error)).toBe(error)
    expect(isUnexpected(error)).toBe(false)
    expect(isUnexpected(new FwError('warehouse_down', { status: 502, message }))).toBe(true)
  })

  test.each([
    ['soldOut', { status: 409, message }],
    ['Sold_out', { status: 409, message }],
    ['sold__out', { status: 409, message }],
    ['_sold', { status: 409, message }],
    ['sold_', { status: 409, message }],
    ['sold-out', { status: 409, message }],
    ['', { status: 409, message }],
    ['s'.repeat(64), { status: 409, message }],
    [409, { status: 409, message }],
    [{}, { status: 409, message }],
    ['ok', { status: 409, message }],
    ['proposal', { status: 409, message }],
    ['sold_out', undefined],
    ['not_fuond', { message }],
    ['sold_out', { status: 200, message }],
    ['sold_out', { status: 399, message }],
    ['sold_out', { status: 600, message }],
    ['sold_out', { status: 409.5, message }],
    ['sold_out', { status: '409', message }],
    ['sold_out', { status: Number.NaN, message }],
    ['sold_out', { status: 409 }],
    ['sold_out', { status: 409, message: 7 }],
    ['constructor', undefined],
  ])('that is not usable throws where it is written: %s %j', (code, options) => {
    expect(create(code, options)).toThrow(TypeError)
    expect(create(code, options)).toThrow(
      `FwError: "${String(code)}" isn't a built-in code. A code of your own is in snake_case, has at most 63 characters, isn't ok or proposal, and needs a status from 400 to 599 and a message: new FwError('sold_out'`,
    )
  })

  test('may be a name of the language', () => {
    const error = new FwError('constructor', { status: 422, message })
    expect(toEnvelope(error)).toEqual({ ok: false, error: message, code: 'constructor' })
  })
})

describe('a built-in code', () => {
  test('has its own status, which may be written, and no other', () => {
    expect(new FwError('not_found', { status: 404 })).toMatchObject({ status: 404, message: 'Not found.' })
    expect(create('not_found', { status: 409, message })).toThrow(
      'the status of "not_found" is 404. Leave it out, or choose a code of your own.',
    )
  })

  test('with a status that was changed later is an unexpected error', () => {
    const error = new FwError('not_found')
    Object.assign(error, { status: 200 })
    expect(asFwError(error)).toBeUndefined()
    const own = new FwError('sold_out', { status: 409, message })
    Object.assign(own, { code: 'Sold out' })
    expect(asFwError(own)).toBeUndefined()
  })
})

describe('isFwError', () => {
  test('narrows what was caught to its code', () => {
    const error: unknown = new FwError('sold_out', { status: 409, message })
    expect(isFwError(error)).toBe(true)
    expect(isFwError(error, 'conflict')).toBe(false)
    if (!isFwError(error, 'sold_out')) throw error
    const code: 'sold_out' = error.code
    expect([code, error.status]).toEqual(['sold_out', 409])
    expect(isFwError(new FwIntentError('api.shop.pay'), 'forbidden')).toBe(true)
  })

  test('accepts the error of a stub, and nothing that only looks like one', () => {
    const stubbed = createCallError({ message, code: 'sold_out', status: 409 })
    expect(isFwError(stubbed, 'sold_out')).toBe(true)
    expect(Object.keys(stubbed)).toEqual(['name', 'code', 'status'])
    for (const other of [undefined, null, 'sold_out', { code: 'sold_out', status: 409 }, new Error('x')])
      expect(isFwError(other)).toBe(false)
    expect(isFwError(Object.assign(new Error('x'), { name: 'FwError', code: 'sold_out', status: 409 }))).toBe(false)
  })
})
