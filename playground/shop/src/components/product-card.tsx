import { href } from '@fw/runtime'
import { productArt } from '../art.ts'
import type { ProductSummary } from '../server/product.ts'
import { Price } from './price.tsx'

/** A product in a grid. */
export function ProductCard(props: { product: ProductSummary }) {
  return (
    <li class="card">
      <img class="art" src={productArt(props.product.slug)} alt="" width="320" height="320" />
      <div class="card-text">
        <h3>
          <a class="card-link" href={href('/products/[slug]', { slug: props.product.slug })}>
            {props.product.name}
          </a>
        </h3>
        <p class="card-summary">{props.product.summary}</p>
        <p class="card-foot">
          <Price cents={props.product.price} />
          <StockNote stock={props.product.stock} />
        </p>
      </div>
    </li>
  )
}

/** A note if few are left, or none. */
export function StockNote(props: { stock: number }) {
  if (props.stock === 0) return <span class="note note-out">Sold out</span>
  if (props.stock <= 7) return <span class="note">Only {props.stock} left</span>
  return null
}
