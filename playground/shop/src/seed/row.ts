/** One product of the demo catalogue as it is written down. */
export type SeedRow = readonly [
  slug: string,
  name: string,
  /** In cents. */
  price: number,
  stock: number,
  summary: string,
  description: string,
  /** Facts with `|` between. */
  details: string,
]
