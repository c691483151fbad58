/** Orders: their types, how a cart becomes one, and who may see one. */
import { randomInt } from 'node:crypto'
import { type Email, FwError, type Int, type Money } from '@fw/runtime'
import { formatMoney } from '../money.ts'
import { readCart } from './cart.ts'
import { type Db, inTransaction } from './database.ts'

export interface OrderLine {
  slug: string
  name: string
  quantity: Int
  /** Price of one when it was ordered, in cents. */
  price: Money
}

export interface Order {
  /** As printed on the receipt: `HD-4F7K-Q2M9`. */
  id: string
  placedAt: Date
  /** Where the receipt went. */
  email: Email
  lines: OrderLine[]
  /** Price of everything, in cents. */
  total: Money
}

/** An order in a list. */
export interface OrderSummary {
  id: string
  placedAt: Date
  /** Number of items. */
  count: Int
  /** In cents. */
  total: Money
}

/** Owner of orders: a signed-in user, or a guest, identified by their cart. */
export interface Owner {
  readonly userId?: string | undefined
  readonly cartId?: string | undefined
}

export interface Purchase {
  readonly cartId: string | undefined
  readonly userId: string | undefined
  readonly email: string
  /** The total that the buyer has accepted, in cents. */
  readonly total: number
}

/** Turns the cart into an order: takes the stock, empties the cart, all or nothing. */
export function placeOrder(db: Db, purchase: Purchase, now: number = Date.now()): Order {
  return inTransaction(db, () => {
    const cart = readCart(db, purchase.cartId)
    if (purchase.cartId === undefined || cart.lines.length === 0) throw refusal('The cart is empty.')
    if (cart.total !== purchase.total)
      throw refusal(`The cart costs ${formatMoney(cart.total)} now, not ${formatMoney(purchase.total)}.`, 'total')
    const take = db.prepare('UPDATE products SET stock = stock - ? WHERE slug = ? AND stock >= ?')
    for (const line of cart.lines) {
      if (take.run(line.quantity, line.slug, line.quantity).changes === 1) continue
      throw refusal(line.stock === 0 ? `${line.name} is sold out.` : `Only ${line.stock} of ${line.name} left.`)
    }
    const id = orderNumber()
    db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)').run(
      id,
      purchase.userId ?? null,
      purchase.cartId,
      purchase.email,
      cart.total,
      now,
    )
    const insert = db.prepare('INSERT INTO order_lines VALUES (?, ?, ?, ?, ?, ?)')
    cart.lines.forEach((line, position) => {
      insert.run(id, line.slug, line.name, line.price, line.quantity, position)
    })
    db.prepare('DELETE FROM cart_lines WHERE cart_id = ?').run(purchase.cartId)
    return readOrder(db, id)
  })
}

/** Newest first. */
export function listOrders(db: Db, userId: string, limit: number): OrderSummary[] {
  const rows = db
    .prepare(
      `SELECT id, placed_at AS placedAt, total, (SELECT sum(quantity) FROM order_lines WHERE order_id = id) AS count
       FROM orders WHERE user_id = ? ORDER BY placed_at DESC, id LIMIT ?`,
    )
    .all(userId, limit) as { id: string; placedAt: number; total: number; count: number }[]
  return rows.map(({ id, placedAt, total, count }) => ({ id, placedAt: new Date(placedAt), count, total }))
}

/** Returns the owner's order; undefined for an unknown id, and for orders of others. */
export function findOrder(db: Db, id: string, owner: Owner): Order | undefined {
  const row = db.prepare('SELECT user_id AS userId, cart_id AS cartId FROM orders WHERE id = ?').get(id)
  if (row === undefined) return undefined
  const { userId, cartId } = row as { userId: string | null; cartId: string }
  const mine = userId === null ? cartId === owner.cartId : userId === owner.userId
  return mine ? readOrder(db, id) : undefined
}

function readOrder(db: Db, id: string): Order {
  const order = db.prepare('SELECT id, placed_at AS placedAt, email, total FROM orders WHERE id = ?').get(id) as {
    id: string
    placedAt: number
    email: string
    total: number
  }
  const lines = db
    .prepare('SELECT slug, name, quantity, price FROM order_lines WHERE order_id = ? ORDER BY position')
    .all(id) as OrderLine[]
  return {
    id: order.id,
    placedAt: new Date(order.placedAt),
    email: order.email,
    lines: lines.map(({ slug, name, quantity, price }) => ({ slug, name, quantity, price })),
    total: order.total,
  }
}

// Crockford's alphabet: no letter that reads as a digit.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function orderNumber(): string {
  const block = () => Array.from({ length: 4 }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return `HD-${block()}-${block()}`
}

function refusal(message: string, path?: string): FwError {
  return new FwError('invalid_request', path === undefined ? { message } : { message, issues: [{ path, message }] })
}
