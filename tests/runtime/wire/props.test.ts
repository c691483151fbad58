import { describe, expect, test } from 'vitest'
import { encodeProps } from '../../../runtime/src/wire/props.ts'
import { decodeRichProps } from '../../../runtime/src/wire/rich-props.ts'

describe('encodeProps', () => {
  test('uses JSON if it is sufficient', () => {
    expect(encodeProps('A', { a: 1, b: ['x', null, { c: true }] })).toEqual({
      text: '{"a":1,"b":["x",null,{"c":true}]}',
      rich: false,
    })
  })

  test.each([
    ['a date', new Date(5)],
    ['a set', new Set([1])],
    ['a map', new Map([['a', new Date(1)]])],
    ['a URL', new URL('https://a.example/')],
    ['a bigint', 5n],
    ['negative zero', -0],
    ['NaN', Number.NaN],
    ['undefined inside', { a: undefined, b: 1 }],
    ['a shared object', [{ a: 1 }, { a: 1 }]],
  ])('brings %s back as it was', (_, value) => {
    const { text, rich } = encodeProps('A', { value })
    expect(rich ? decodeRichProps(text) : JSON.parse(text)).toEqual({ value })
  })

  test.each([
    ['a function', { list: [{ go: () => 1 }] }, 'list[0].go'],
    ['a symbol', { mark: Symbol('x') }, 'mark'],
    ['an instance of a class', { cart: new (class Cart {})() }, 'cart'],
  ])('refuses %s and names component and prop', (_, props, prop) => {
    expect(() => encodeProps('Cart', props)).toThrow(`The island <Cart> has a value in its prop "${prop}"`)
  })
})
