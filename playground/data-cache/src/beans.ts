/** Where the coffees are: a map in place of a database, slow on purpose. */
import { setTimeout as pause } from 'node:timers/promises'

export interface Bean {
  slug: string
  name: string
  taste: string
  /** Of 250 g, in cents. */
  price: number
}

const BEANS = new Map<string, Bean>(
  [
    { slug: 'north-quay', name: 'North Quay', taste: 'Dark chocolate and roasted hazel.', price: 890 },
    { slug: 'first-light', name: 'First Light', taste: 'Bergamot, apricot, a long sweet end.', price: 1240 },
    { slug: 'long-table', name: 'Long Table', taste: 'Caramel and red apple, for a large pot.', price: 760 },
  ].map((bean) => [bean.slug, bean]),
)

/** A delay that is noticeable on pages that aren't cached. */
const SLOW_MS = 120

export async function readBeans(): Promise<Bean[]> {
  await pause(SLOW_MS)
  return [...BEANS.values()].map((bean) => ({ ...bean }))
}

export async function readBean(slug: string): Promise<Bean | undefined> {
  await pause(SLOW_MS)
  const bean = BEANS.get(slug)
  return bean && { ...bean }
}

export function writePrice(slug: string, price: number): boolean {
  const bean = BEANS.get(slug)
  if (bean) bean.price = price
  return bean !== undefined
}
