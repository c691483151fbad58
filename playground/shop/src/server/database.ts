/** The shop's SQLite file: opened on first use, created and seeded when it is new. */
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'libsql'
import { SEED_PRODUCTS } from '../seed/products.ts'
import { SEED_USERS } from '../seed/users.ts'

export type Db = Database.Database

const TABLES = `
  CREATE TABLE IF NOT EXISTS products (
    slug TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    stock INTEGER NOT NULL CHECK (stock >= 0),
    summary TEXT NOT NULL,
    description TEXT NOT NULL,
    details TEXT NOT NULL,
    position INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password TEXT NOT NULL,
    scopes TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS carts (
    id TEXT PRIMARY KEY,
    user_id TEXT UNIQUE REFERENCES users (id),
    created_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS cart_lines (
    cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    slug TEXT NOT NULL REFERENCES products (slug),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    position INTEGER NOT NULL,
    PRIMARY KEY (cart_id, slug)
  );
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id),
    cart_id TEXT NOT NULL,
    email TEXT NOT NULL,
    total INTEGER NOT NULL,
    placed_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS orders_of_user ON orders (user_id, placed_at);
  CREATE TABLE IF NOT EXISTS order_lines (
    order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    price INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (order_id, slug)
  );
  CREATE TABLE IF NOT EXISTS agent_calls (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    tool TEXT NOT NULL,
    input TEXT NOT NULL,
    ok INTEGER NOT NULL,
    code TEXT,
    agent TEXT,
    subject TEXT,
    proposal TEXT
  );
`

let open: Db | undefined

/** The one connection of this process: `SHOP_DB`, else `.fw/data/shop.db` of the app, which no build removes. */
export function database(): Db {
  open ??= openDatabase(process.env.SHOP_DB ?? '.fw/data/shop.db')
  return open
}

/** Opens a file, or `:memory:`. Safe to call from several processes at once. */
export function openDatabase(file: string): Db {
  if (file !== ':memory:') mkdirSync(dirname(resolve(file)), { recursive: true })
  const db = new Database(file, { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  inTransaction(db, () => {
    db.exec(TABLES)
    seed(db)
  })
  return db
}

/**
 * Runs `work` as one transaction that holds the write lock from its start: two buyers of the last item cannot both see
 * it in stock. A throw rolls everything back.
 */
export function inTransaction<Result>(db: Db, work: () => Result): Result {
  return db.transaction(work).immediate()
}

function seed(db: Db): void {
  // Own columns of a demo shop: what visitors changed (stock, prices) stays as they left it.
  const product = db.prepare('INSERT OR IGNORE INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  SEED_PRODUCTS.forEach((item, position) => {
    const details = JSON.stringify(item.details)
    product.run(
      item.slug,
      item.name,
      item.category,
      item.price,
      item.stock,
      item.summary,
      item.description,
      details,
      position,
    )
  })
  const user = db.prepare('INSERT OR IGNORE INTO users VALUES (?, ?, ?, ?, ?)')
  for (const item of SEED_USERS) user.run(item.id, item.email, item.name, item.password, JSON.stringify(item.scopes))
}
