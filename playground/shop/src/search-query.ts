/** The catalogue's address bar: `/?text=linen&category=textiles` to a search and back. */
import { href } from '@fw/runtime'
import { CATEGORIES } from './category.ts'
import type { Search } from './server/product.ts'

export type Sort = NonNullable<Search['sort']>

export const SORTS: Readonly<Record<Sort, string>> = {
  featured: 'Featured',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  name: 'Name',
}

/** What people typed; what makes no sense is left out rather than refused. Prices are in dollars here. */
export function searchOf(query: URLSearchParams, pageSize: number): Search {
  const search: Search = { limit: pageSize }
  const text = query.get('text')?.trim().slice(0, 100)
  if (text) search.text = text
  const category = query.get('category')
  if (isKeyOf(CATEGORIES, category)) search.category = category
  const minPrice = cents(query.get('min'))
  if (minPrice !== undefined) search.minPrice = minPrice
  const maxPrice = cents(query.get('max'))
  if (maxPrice !== undefined) search.maxPrice = maxPrice
  if (query.get('stock') === 'in') search.inStock = true
  const sort = query.get('sort')
  if (isKeyOf(SORTS, sort) && sort !== 'featured') search.sort = sort
  const page = Number(query.get('page'))
  if (Number.isInteger(page) && page > 1 && page <= 1000) search.offset = (page - 1) * pageSize
  return search
}

/** The address of a search, with some of it changed. */
export function hrefOf(search: Search, change: Partial<Search> & { page?: number } = {}): string {
  const { page, ...wanted } = { ...search, ...change }
  const query = {
    text: wanted.text || undefined,
    category: wanted.category,
    min: wanted.minPrice === undefined ? undefined : wanted.minPrice / 100,
    max: wanted.maxPrice === undefined ? undefined : wanted.maxPrice / 100,
    stock: wanted.inStock ? 'in' : undefined,
    sort: wanted.sort === 'featured' ? undefined : wanted.sort,
    page: page !== undefined && page > 1 ? page : undefined,
  }
  return href('/', {}, { query })
}

/** Whether anything narrows the catalogue, the order and the page apart. */
export function isNarrowed({ text, category, minPrice, maxPrice, inStock }: Search): boolean {
  return Boolean(text || category || inStock) || minPrice !== undefined || maxPrice !== undefined
}

function cents(dollars: string | null): number | undefined {
  if (dollars === null || dollars.trim() === '') return undefined
  const value = Math.round(Number(dollars) * 100)
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function isKeyOf<Key extends string>(table: Readonly<Record<Key, string>>, key: string | null): key is Key {
  return key !== null && Object.hasOwn(table, key)
}
