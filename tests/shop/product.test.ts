import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../playground/shop/src/server/database.ts'
import {
  allSlugs,
  changePrice,
  findProduct,
  findProducts,
  findRelated,
} from '../../playground/shop/src/server/product.ts'

const db = openDatabase(':memory:')

describe('the catalogue', () => {
  it('has eight products in each of five categories', () => {
    expect(allSlugs(db)).toHaveLength(40)
    for (const category of ['kitchen', 'desk', 'outdoors', 'textiles', 'garden'] as const)
      expect(findProducts(db, { category }).total).toBe(8)
  })

  it('finds products that hold every word, whatever the case', () => {
    const { products, total } = findProducts(db, { text: 'LINEN apron' })
    expect(total).toBe(1)
    expect(products[0]?.slug).toBe('linen-apron')
  })

  it('takes % and _ in a search literally', () => {
    expect(findProducts(db, { text: '100 %' }).products.map((item) => item.slug)).toContain('merino-throw')
    expect(findProducts(db, { text: '%' }).total).toBeLessThan(10)
    expect(findProducts(db, { text: '_' }).total).toBe(0)
  })

  it('narrows by price and stock, sorts, limits and skips', () => {
    const cheap = findProducts(db, { maxPrice: 2000, sort: 'price-asc' })
    expect(cheap.products.map((item) => item.price)).toEqual(
      [...cheap.products.map((item) => item.price)].sort((a, b) => a - b),
    )
    expect(cheap.products.every((item) => item.price <= 2000)).toBe(true)
    expect(findProducts(db, { category: 'kitchen', inStock: true }).total).toBe(7)
    const first = findProducts(db, { limit: 3 }).products
    expect(findProducts(db, { limit: 2, offset: 1 }).products).toEqual(first.slice(1))
  })

  it('answers what its type says and no other column', () => {
    const summary = findProducts(db, { limit: 1 }).products[0]
    expect(Object.keys(summary ?? {}).sort()).toEqual(['category', 'name', 'price', 'slug', 'stock', 'summary'])
    expect(Object.keys(findProduct(db, 'stoneware-mug') ?? {}).sort()).toEqual([
      ...['category', 'description', 'details', 'name', 'price', 'slug', 'stock', 'summary'],
    ])
  })

  it('relates products of the same category that can be bought', () => {
    const kettle = findProduct(db, 'gooseneck-kettle')
    const related = findRelated(db, kettle as NonNullable<typeof kettle>, 4)
    expect(related).toHaveLength(4)
    expect(related.every((item) => item.category === 'kitchen' && item.stock > 0)).toBe(true)
    expect(related.map((item) => item.slug)).not.toContain('gooseneck-kettle')
  })

  it('reprices a product, and says when there is none', () => {
    expect(changePrice(db, 'garden-twine', 950)?.price).toBe(950)
    expect(changePrice(db, 'nothing', 950)).toBeUndefined()
  })
})
