import { api, type Email, type Int, type Money, type Uuid } from '@fw/runtime'

declare const brand: unique symbol
type UserId = string & { readonly [brand]: 'UserId' }
type Slug = string & { __brand: 'Slug' }
type Cents = number & { __brand: 'Cents' }

/** @pattern ^[^@]+$ */
type NoAt = string

/**
 * @integer
 * @minimum 0
 */
type Stock = number

interface Page<Item> {
  items: Item[]
}

export const templates = api<
  {
    the: `the_${string}_value`
    size: `${number}px`
    align: `${'left' | 'right'}-${'top' | 'bottom'}`
    dots: `a.b(${boolean})`
    upper: Uppercase<string>
  },
  null
>({ run: async () => null })

export const brands = api<{ user: UserId; slug: Slug; price: Cents }, null>({ run: async () => null })

export const aliases = api<
  {
    count: Int
    price: Money
    to: Email
    id?: Uuid
    name: NoAt | null
    stock: Stock[]
    both: { [key: string]: Stock }
    record: Record<string, Email>
    emails: Page<Email>
    texts: Page<string>
  },
  null
>({ run: async () => null })
