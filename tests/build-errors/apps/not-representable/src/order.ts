export interface Order {
  id: string
  lines: { sku: string; price(): number }[]
}
