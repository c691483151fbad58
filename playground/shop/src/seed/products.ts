/** The demo catalogue: forty products, eight a category. Prices in cents. */
import type { Category } from '../category.ts'
import { DESK } from './desk.ts'
import { GARDEN } from './garden.ts'
import { KITCHEN } from './kitchen.ts'
import { OUTDOORS } from './outdoors.ts'
import type { SeedRow } from './row.ts'
import { TEXTILES } from './textiles.ts'

export interface SeedProduct {
  readonly slug: string
  readonly name: string
  readonly category: Category
  readonly price: number
  readonly stock: number
  readonly summary: string
  readonly description: string
  readonly details: readonly string[]
}

/** In the order in which the shop features them: one of each category in turn. */
export const SEED_PRODUCTS: readonly SeedProduct[] = interleave([
  rowsOf('kitchen', KITCHEN),
  rowsOf('outdoors', OUTDOORS),
  rowsOf('desk', DESK),
  rowsOf('textiles', TEXTILES),
  rowsOf('garden', GARDEN),
])

function interleave(lists: readonly (readonly SeedProduct[])[]): readonly SeedProduct[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
}

function rowsOf(category: Category, rows: readonly SeedRow[]): readonly SeedProduct[] {
  return rows.map(([slug, name, price, stock, summary, description, details]) => ({
    slug,
    name,
    category,
    price,
    stock,
    summary,
    description,
    details: details.split('|'),
  }))
}
