import { For } from 'solid-js'
import type { ProductSummary } from '../server/product.ts'
import { ProductCard } from './product-card.tsx'

export function ProductGrid(props: { products: ProductSummary[] }) {
  return (
    <ul class="grid">
      <For each={props.products}>{(product) => <ProductCard product={product} />}</For>
    </ul>
  )
}
