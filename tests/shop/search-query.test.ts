import { describe, expect, it } from 'vitest'
import { productArt } from '../../playground/shop/src/art.ts'
import { formatMoney } from '../../playground/shop/src/money.ts'
import { hrefOf, isNarrowed, searchOf } from '../../playground/shop/src/search-query.ts'

const read = (query: string) => searchOf(new URLSearchParams(query), 16)

describe("the catalogue's address bar", () => {
  it('reads what the form sends, empty fields and nonsense left out', () => {
    expect(read('text=&category=&max=&sort=featured')).toEqual({ limit: 16 })
    expect(read('text=+linen+&category=textiles&max=49.5&sort=price-asc&stock=in&page=2')).toEqual({
      limit: 16,
      text: 'linen',
      category: 'textiles',
      maxPrice: 4950,
      sort: 'price-asc',
      inStock: true,
      offset: 16,
    })
    expect(read('category=toString&max=much&min=-1&sort=__proto__&page=0')).toEqual({ limit: 16 })
  })

  it('writes the same search back', () => {
    const query = 'text=linen&category=textiles&min=10&max=49.5&stock=in&sort=price-asc'
    expect(hrefOf(read(query))).toBe(`/?${query}`)
    expect(hrefOf(read(''))).toBe('/')
    expect(hrefOf(read('text=a'), { page: 3 })).toBe('/?text=a&page=3')
  })

  it('knows a narrowed catalogue from a sorted one', () => {
    expect(isNarrowed(read('sort=name'))).toBe(false)
    expect(isNarrowed(read('max=0'))).toBe(true)
  })
})

it('prints money as people read it', () => {
  expect([formatMoney(0), formatMoney(2400), formatMoney(123456)]).toEqual(['$0.00', '$24.00', '$1,234.56'])
})

it('draws the same picture for the same product, inside the page', () => {
  expect(productArt('stoneware-mug')).toBe(productArt('stoneware-mug'))
  expect(productArt('stoneware-mug')).not.toBe(productArt('garden-twine'))
  expect(productArt('not-drawn-yet')).toMatch(/^data:image\/svg\+xml,%3Csvg [^"#<>]+%3C\/svg%3E$/)
})
