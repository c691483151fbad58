import { api, type Call } from '@fw/runtime'

/** One line of an order. */
interface Line {
  /**
   * @minLength 1
   * @maxLength 40
   */
  sku: string
  /**
   * @integer
   * @minimum 1
   * @maximum 1000
   */
  qty: number
  /**
   * Minor units.
   * @integer
   * @minimum 0
   */
  unitPrice: number
  /**
   * @minLength 1
   * @maxLength 200
   */
  note?: string
}

interface Order {
  /**
   * @minLength 1
   * @maxLength 100
   */
  customer: string
  /**
   * @minLength 1
   * @maxLength 200
   * @pattern @
   */
  email: string
  /**
   * @minItems 1
   * @maxItems 100
   */
  lines: Line[]
}

interface Receipt {
  id: string
  customer: string
  lines: {
    sku: string
    /** @integer */
    qty: number
    /** @integer */
    total: number
  }[]
  /** @integer */
  total: number
}

/** Prices an order of up to a hundred lines. */
export const place = api({
  guard: 'auto',
  run: async ({ input }: Call<Order>): Promise<Receipt> => {
    const lines = input.lines.map(({ sku, qty, unitPrice }) => ({ sku, qty, total: qty * unitPrice }))
    const total = lines.reduce((sum, line) => sum + line.total, 0)
    return { id: `order-${input.customer.length}`, customer: input.customer, lines, total }
  },
})
