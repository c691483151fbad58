/** Products: their types, which are also the schemas of the catalogue's tools, and their queries. */
import type { Int, Money } from '@fw/runtime'
import type { Category } from '../category.ts'
import type { Db } from './database.ts'

/** A product in the catalogue. */
export interface ProductSummary {
  /** Names the product in every other tool. */
  slug: string
  name: string
  category: Category
  /** Price of one, in cents. */
  price: Money
  /** How many can be ordered now; 0 is sold out. */
  stock: Int
  /** One sentence. */
  summary: string
}

/** Everything about one product. */
export interface Product extends ProductSummary {
  description: string
  /** Sizes, materials and care, one fact each. */
  details: string[]
}

/** What to look for. Without any field: the whole catalogue, as the shop features it. */
export interface Search {
  /**
   * Words that must all occur somewhere in the name, the texts or the details.
   * @maxLength 100
   */
  text?: string
  category?: Category
  /** Lowest price, in cents. */
  minPrice?: Money
  /** Highest price, in cents. */
  maxPrice?: Money
  /** Leave out what is sold out. */
  inStock?: boolean
  /** @default "featured" */
  sort?: 'featured' | 'price-asc' | 'price-desc' | 'name'
  /**
   * How many to answer.
   * @minimum 1
   * @maximum 60
   * @default 16
   */
  limit?: Int
  /**
   * How many to skip.
   * @minimum 0
   * @default 0
   */
  offset?: Int
}

export interface SearchResult {
  products: ProductSummary[]
  /** How many products fit, whatever the limit. */
  total: Int
}

/** Products of one page when a search names no limit. */
export const PAGE_SIZE = 16

const ORDER = {
  featured: 'position',
  'price-asc': 'price, position',
  'price-desc': 'price DESC, position',
  name: 'name COLLATE NOCASE',
} as const satisfies Record<NonNullable<Search['sort']>, string>

export function findProducts(db: Db, search: Search): SearchResult {
  const { where, values } = conditions(search)
  const { n } = db.prepare(`SELECT count(*) AS n FROM products WHERE ${where}`).get(...values) as { n: number }
  const rows = db
    .prepare(`SELECT * FROM products WHERE ${where} ORDER BY ${ORDER[search.sort ?? 'featured']} LIMIT ? OFFSET ?`)
    .all(...values, search.limit ?? PAGE_SIZE, search.offset ?? 0) as ProductRow[]
  return { products: rows.map(toSummary), total: n }
}

export function findProduct(db: Db, slug: string): Product | undefined {
  const row = db.prepare('SELECT * FROM products WHERE slug = ?').get(slug) as ProductRow | undefined
  if (row === undefined) return undefined
  return { ...toSummary(row), description: row.description, details: JSON.parse(row.details) as string[] }
}

/** Others of the same category, the nearest in price first. */
export function findRelated(db: Db, product: Product, limit: number): ProductSummary[] {
  const rows = db
    .prepare('SELECT * FROM products WHERE category = ? AND slug <> ? AND stock > 0 ORDER BY abs(price - ?) LIMIT ?')
    .all(product.category, product.slug, product.price, limit) as ProductRow[]
  return rows.map(toSummary)
}

export function allSlugs(db: Db): string[] {
  return (db.prepare('SELECT slug FROM products ORDER BY position').all() as { slug: string }[]).map((row) => row.slug)
}

/** What came into the catalogue last, the latest first. */
export function newestProducts(db: Db, limit: number): ProductSummary[] {
  return (db.prepare('SELECT * FROM products ORDER BY rowid DESC LIMIT ?').all(limit) as ProductRow[]).map(toSummary)
}

/** Adds to the stock; returns undefined for an unknown product. */
export function addStock(db: Db, slug: string, quantity: number): Product | undefined {
  db.prepare('UPDATE products SET stock = stock + ? WHERE slug = ?').run(quantity, slug)
  return findProduct(db, slug)
}

/** Changes the price of a product; returns undefined for an unknown one. */
export function changePrice(db: Db, slug: string, price: number): Product | undefined {
  db.prepare('UPDATE products SET price = ? WHERE slug = ?').run(price, slug)
  return findProduct(db, slug)
}

interface ProductRow extends ProductSummary {
  description: string
  /** JSON array. */
  details: string
}

// Rows have more columns than the type: list the members of the result.
function toSummary({ slug, name, category, price, stock, summary }: ProductRow): ProductSummary {
  return { slug, name, category, price, stock, summary }
}

function conditions(search: Search): { where: string; values: (string | number)[] } {
  const parts: string[] = []
  const values: (string | number)[] = []
  const add = (sql: string, ...bound: (string | number)[]) => {
    parts.push(sql)
    values.push(...bound)
  }
  for (const word of search.text?.split(/\s+/).filter(Boolean) ?? []) {
    const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    add(
      `(slug || ' ' || name || ' ' || category || ' ' || summary || ' ' || description || ' ' || details LIKE ? ESCAPE '\\')`,
      like,
    )
  }
  if (search.category !== undefined) add('category = ?', search.category)
  if (search.minPrice !== undefined) add('price >= ?', search.minPrice)
  if (search.maxPrice !== undefined) add('price <= ?', search.maxPrice)
  if (search.inStock) add('stock > 0')
  return { where: parts.join(' AND ') || '1', values }
}
