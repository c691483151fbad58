import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { addToCart, adoptCart, createCart, readCart } from '../../playground/shop/src/server/cart.ts'
import { type Db, openDatabase } from '../../playground/shop/src/server/database.ts'
import { findOrder, listOrders, placeOrder } from '../../playground/shop/src/server/order.ts'
import { changePrice, findProduct } from '../../playground/shop/src/server/product.ts'

let db: Db

beforeEach(() => {
  db = openDatabase(':memory:')
})

describe('placing an order', () => {
  it('takes the stock, empties the cart and keeps the price of the day', () => {
    const cartId = adoptCart(db, 'usr_ada', undefined)
    addToCart(db, cartId, 'stoneware-mug', 2)
    const order = placeOrder(db, { cartId, userId: 'usr_ada', email: 'ada@halden.example', total: 4800 }, 1_000)
    expect(order).toEqual({
      id: expect.stringMatching(/^HD-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      placedAt: new Date(1_000),
      email: 'ada@halden.example',
      lines: [{ slug: 'stoneware-mug', name: 'Stoneware Mug', quantity: 2, price: 2400 }],
      total: 4800,
    })
    expect(findProduct(db, 'stoneware-mug')?.stock).toBe(62)
    expect(readCart(db, cartId).count).toBe(0)
    changePrice(db, 'stoneware-mug', 9900)
    expect(findOrder(db, order.id, { userId: 'usr_ada' })?.total).toBe(4800)
    expect(listOrders(db, 'usr_ada', 10)).toEqual([{ id: order.id, placedAt: new Date(1_000), count: 2, total: 4800 }])
  })

  it('refuses an empty cart, a second order of the same cart, and a total that nobody agreed to', () => {
    const cartId = createCart(db)
    const buy = (total: number) => placeOrder(db, { cartId, userId: undefined, email: 'guest@example.com', total })
    expect(() => buy(0)).toThrow('The cart is empty.')
    addToCart(db, cartId, 'garden-twine', 1)
    expect(() => buy(800)).toThrow('The cart costs $9.00 now, not $8.00.')
    expect(buy(900).total).toBe(900)
    expect(() => buy(900)).toThrow('The cart is empty.')
  })

  it('takes nothing when one line is no longer there', () => {
    const [first, second] = [createCart(db), createCart(db)]
    addToCart(db, first, 'pocket-compass', 3)
    addToCart(db, second, 'garden-twine', 1)
    addToCart(db, second, 'pocket-compass', 1)
    placeOrder(db, { cartId: first, userId: undefined, email: 'a@example.com', total: 12_600 })
    expect(() => placeOrder(db, { cartId: second, userId: undefined, email: 'b@example.com', total: 5_100 })).toThrow(
      'Pocket Compass is sold out.',
    )
    expect(findProduct(db, 'garden-twine')?.stock).toBe(210)
    expect(readCart(db, second).count).toBe(2)
  })

  it('shows an order to its owner only', () => {
    const cartId = createCart(db)
    addToCart(db, cartId, 'garden-twine', 1)
    const guests = placeOrder(db, { cartId, userId: undefined, email: 'guest@example.com', total: 900 })
    expect(findOrder(db, guests.id, { cartId })?.id).toBe(guests.id)
    expect(findOrder(db, guests.id, {})).toBeUndefined()
    expect(findOrder(db, guests.id, { userId: 'usr_ben', cartId: 'crt_other' })).toBeUndefined()
    const adas = adoptCart(db, 'usr_ada', undefined)
    addToCart(db, adas, 'garden-twine', 1)
    const order = placeOrder(db, { cartId: adas, userId: 'usr_ada', email: 'ada@halden.example', total: 900 })
    expect(findOrder(db, order.id, { userId: 'usr_ben', cartId: adas })).toBeUndefined()
  })

  it('sells the last one once when two processes reach for it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'shop.db')
    const connections = [openDatabase(file), openDatabase(file)]
    const outcomes = connections
      .map((connection) => {
        const cartId = createCart(connection)
        addToCart(connection, cartId, 'pocket-compass', 2)
        return { connection, cartId }
      })
      .map(({ connection, cartId }) => {
        try {
          return placeOrder(connection, { cartId, userId: undefined, email: 'g@example.com', total: 8400 }).total
        } catch (error) {
          return (error as Error).message
        }
      })
    for (const connection of connections) connection.close()
    expect(outcomes).toEqual([8400, 'Only 1 of Pocket Compass left.'])
  })
})
