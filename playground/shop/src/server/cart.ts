/** Carts, stored on the server: their types and operations. */
import { randomBytes } from 'node:crypto'
import { FwError, type Int, type Money } from '@fw/runtime'
import { MAX_QUANTITY } from '../limits.ts'
import { type Db, inTransaction } from './database.ts'

export interface CartLine {
  slug: string
  name: string
  quantity: Int
  /** Price of one, in cents. */
  price: Money
  /** Price of the line, in cents. */
  total: Money
  /** How many can be ordered now. */
  stock: Int
}

export interface Cart {
  lines: CartLine[]
  /** Number of items. */
  count: Int
  /** Price of everything, in cents. */
  total: Money
}

/** Random, since who knows it may change the cart. */
export function createCartId(): string {
  return `crt_${randomBytes(18).toString('base64url')}`
}

/** Creates an empty cart, and returns its id. */
export function createCart(db: Db, userId?: string, id: string = createCartId()): string {
  db.prepare('INSERT INTO carts VALUES (?, ?, ?)').run(id, userId ?? null, Date.now())
  return id
}

export function hasCart(db: Db, cartId: string): boolean {
  return db.prepare('SELECT 1 FROM carts WHERE id = ?').get(cartId) !== undefined
}

/** Today's prices; an unknown or absent id is an empty cart. */
export function readCart(db: Db, cartId: string | undefined): Cart {
  if (cartId === undefined) return { lines: [], count: 0, total: 0 }
  const rows = db
    .prepare(
      `SELECT slug, name, quantity, price, stock FROM cart_lines JOIN products USING (slug)
       WHERE cart_id = ? ORDER BY cart_lines.position`,
    )
    .all(cartId) as Omit<CartLine, 'total'>[]
  const lines = rows.map(({ slug, name, quantity, price, stock }) => {
    return { slug, name, quantity, price, total: price * quantity, stock }
  })
  return {
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    total: lines.reduce((sum, line) => sum + line.total, 0),
  }
}

/** Adds to the quantity of the product in the cart. */
export function addToCart(db: Db, cartId: string, slug: string, quantity: number): Cart {
  return inTransaction(db, () => {
    setLine(db, cartId, slug, quantityOf(db, cartId, slug) + quantity)
    return readCart(db, cartId)
  })
}

/** Sets how many of a product are in the cart; 0 takes it out. */
export function changeCart(db: Db, cartId: string, slug: string, quantity: number): Cart {
  return inTransaction(db, () => {
    setLine(db, cartId, slug, quantity)
    return readCart(db, cartId)
  })
}

/**
 * The cart of a user who signs in: their own from last time with the guest's lines added, or the guest's, now theirs.
 * Quantities are limited to the stock without a message, because no person receives the result.
 */
export function adoptCart(db: Db, userId: string, guestCartId: string | undefined): string {
  return inTransaction(db, () => {
    const own = db.prepare('SELECT id FROM carts WHERE user_id = ?').get(userId) as { id: string } | undefined
    if (own === undefined && guestCartId !== undefined) {
      const claimed = db
        .prepare('UPDATE carts SET user_id = ? WHERE id = ? AND user_id IS NULL')
        .run(userId, guestCartId)
      if (claimed.changes === 1) return guestCartId
    }
    const cartId = own?.id ?? createCart(db, userId)
    if (guestCartId !== undefined && isGuestCart(db, guestCartId)) {
      for (const line of readCart(db, guestCartId).lines) {
        const most = Math.min(line.stock, MAX_QUANTITY)
        const quantity = Math.min(quantityOf(db, cartId, line.slug) + line.quantity, most)
        if (quantity > 0) writeLine(db, cartId, line.slug, quantity)
      }
      db.prepare('DELETE FROM carts WHERE id = ?').run(guestCartId)
    }
    return cartId
  })
}

// A browser may still have the cart of the previous user.
function isGuestCart(db: Db, cartId: string): boolean {
  return db.prepare('SELECT 1 FROM carts WHERE id = ? AND user_id IS NULL').get(cartId) !== undefined
}

function quantityOf(db: Db, cartId: string, slug: string): number {
  const row = db.prepare('SELECT quantity FROM cart_lines WHERE cart_id = ? AND slug = ?').get(cartId, slug)
  return (row as { quantity: number } | undefined)?.quantity ?? 0
}

function setLine(db: Db, cartId: string, slug: string, quantity: number): void {
  if (quantity <= 0) {
    db.prepare('DELETE FROM cart_lines WHERE cart_id = ? AND slug = ?').run(cartId, slug)
    return
  }
  const product = db.prepare('SELECT name, stock FROM products WHERE slug = ?').get(slug)
  if (product === undefined) refuse('slug', `Unknown product "${slug}".`)
  const { name, stock } = product as { name: string; stock: number }
  if (stock === 0) refuse('slug', `${name} is sold out.`)
  if (quantity > stock) refuse('quantity', `Only ${stock} of ${name} left.`)
  if (quantity > MAX_QUANTITY) refuse('quantity', `At most ${MAX_QUANTITY} of one product in a cart.`)
  writeLine(db, cartId, slug, quantity)
}

function writeLine(db: Db, cartId: string, slug: string, quantity: number): void {
  db.prepare(
    `INSERT INTO cart_lines (cart_id, slug, quantity, position)
     VALUES (?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM cart_lines WHERE cart_id = ?))
     ON CONFLICT (cart_id, slug) DO UPDATE SET quantity = excluded.quantity`,
  ).run(cartId, slug, quantity, cartId)
}

function refuse(path: string, message: string): never {
  throw new FwError('invalid_input', { message, issues: [{ path, message }] })
}
