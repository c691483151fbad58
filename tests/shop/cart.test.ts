import { beforeEach, describe, expect, it } from 'vitest'
import {
  addToCart,
  adoptCart,
  changeCart,
  createCart,
  hasCart,
  readCart,
} from '../../playground/shop/src/server/cart.ts'
import { type Db, openDatabase } from '../../playground/shop/src/server/database.ts'
import { changePrice } from '../../playground/shop/src/server/product.ts'

let db: Db
let cartId: string

beforeEach(() => {
  db = openDatabase(':memory:')
  cartId = createCart(db)
})

describe('a cart', () => {
  it('is empty when nobody has one', () => {
    expect(readCart(db, undefined)).toEqual({ lines: [], count: 0, total: 0 })
    expect(readCart(db, 'crt_unknown')).toEqual({ lines: [], count: 0, total: 0 })
  })

  it('adds up quantities, lines and the total in cents', () => {
    addToCart(db, cartId, 'stoneware-mug', 2)
    addToCart(db, cartId, 'garden-twine', 1)
    const cart = addToCart(db, cartId, 'stoneware-mug', 1)
    expect(cart.lines).toEqual([
      { slug: 'stoneware-mug', name: 'Stoneware Mug', quantity: 3, price: 2400, total: 7200, stock: 64 },
      { slug: 'garden-twine', name: 'Garden Twine', quantity: 1, price: 900, total: 900, stock: 210 },
    ])
    expect(cart).toMatchObject({ count: 4, total: 8100 })
  })

  it('shows the price of today', () => {
    addToCart(db, cartId, 'stoneware-mug', 1)
    changePrice(db, 'stoneware-mug', 2500)
    expect(readCart(db, cartId).total).toBe(2500)
  })

  it('changes a quantity, and 0 takes the line out', () => {
    addToCart(db, cartId, 'stoneware-mug', 2)
    expect(changeCart(db, cartId, 'stoneware-mug', 5).count).toBe(5)
    expect(changeCart(db, cartId, 'stoneware-mug', 0).lines).toEqual([])
  })

  it.each([
    ['an unknown product', 'nothing', 1, 'Unknown product "nothing".'],
    ['a sold-out product', 'steel-press', 1, 'Steel Coffee Press is sold out.'],
    ['more than is in stock', 'pocket-compass', 4, 'Only 3 of Pocket Compass left.'],
    ['more than twenty of one', 'enamel-mug', 21, 'At most 20 of one product in a cart.'],
  ])('refuses %s and stays as it was', (_, slug, quantity, message) => {
    addToCart(db, cartId, 'stoneware-mug', 1)
    expect(() => addToCart(db, cartId, slug, quantity)).toThrow(message)
    expect(readCart(db, cartId).count).toBe(1)
  })
})

describe('signing in', () => {
  it("makes the guest's cart the customer's own", () => {
    addToCart(db, cartId, 'stoneware-mug', 1)
    expect(adoptCart(db, 'usr_ada', cartId)).toBe(cartId)
    expect(adoptCart(db, 'usr_ada', undefined)).toBe(cartId)
  })

  it("adds the guest's lines to the cart of last time, up to the stock", () => {
    const own = adoptCart(db, 'usr_ada', undefined)
    addToCart(db, own, 'pocket-compass', 2)
    addToCart(db, cartId, 'pocket-compass', 2)
    addToCart(db, cartId, 'garden-twine', 1)
    expect(adoptCart(db, 'usr_ada', cartId)).toBe(own)
    expect(readCart(db, own).lines.map((line) => [line.slug, line.quantity])).toEqual([
      ['pocket-compass', 3],
      ['garden-twine', 1],
    ])
    expect(hasCart(db, cartId)).toBe(false)
  })

  it("leaves another customer's cart alone", () => {
    const bens = adoptCart(db, 'usr_ben', undefined)
    addToCart(db, bens, 'garden-twine', 1)
    const adas = adoptCart(db, 'usr_ada', bens)
    expect(adas).not.toBe(bens)
    expect(hasCart(db, bens)).toBe(true)
    expect(readCart(db, adas).count).toBe(0)
  })
})
