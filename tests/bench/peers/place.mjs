// The work that every peer does with a valid order. The same as `place` of tests/bench/apps/order.
export function place({ customer, lines }) {
  const priced = lines.map(({ sku, qty, unitPrice }) => ({ sku, qty, total: qty * unitPrice }))
  const total = priced.reduce((sum, line) => sum + line.total, 0)
  return { id: `order-${customer.length}`, customer, lines: priced, total }
}

export const PATH = '/_fw/api/order.place'
