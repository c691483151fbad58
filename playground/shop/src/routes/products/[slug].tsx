import { breadcrumbJsonLd, href, type MetaProps, notFound, type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { For } from 'solid-js'
import { productArt } from '../../art.ts'
import { CATEGORIES } from '../../category.ts'
import { AddToCart } from '../../components/add-to-cart.tsx'
import { Price } from '../../components/price.tsx'
import { StockNote } from '../../components/product-card.tsx'
import { ProductGrid } from '../../components/product-grid.tsx'
import { MAX_QUANTITY } from '../../limits.ts'
import { add } from '../../server/cart.api.ts'
import { database } from '../../server/database.ts'
import { allSlugs, findProduct, findRelated } from '../../server/product.ts'
import { SITE_URL } from '../../site.ts'

export function meta({ params }: MetaProps<'/products/[slug]'>): PageMeta {
  const product = findProduct(database(), params.slug)
  if (product === undefined) return {}
  const { slug, name, summary, category, price, stock } = product
  const canonical = `/products/${slug}`
  return {
    title: `${name} · Halden`,
    description: summary,
    canonical,
    og: { siteName: 'Halden' },
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        description: summary,
        sku: slug,
        category: CATEGORIES[category],
        offers: {
          '@type': 'Offer',
          price: (price / 100).toFixed(2),
          priceCurrency: 'USD',
          availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
        },
      },
      breadcrumbJsonLd([
        { name: 'Shop', url: SITE_URL },
        { name: CATEGORIES[category], url: `${SITE_URL}/?category=${category}` },
        { name },
      ]),
    ],
  }
}

export function staticParams() {
  return allSlugs(database()).map((slug) => ({ slug }))
}

export default function ProductPage({ params }: PageProps<'/products/[slug]'>) {
  const product = findProduct(database(), params.slug) ?? notFound()
  const form = useForm(add)
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href="/">Shop</a>
        <span aria-hidden="true">/</span>
        <a href={href('/', {}, { query: { category: product.category } })}>{CATEGORIES[product.category]}</a>
      </nav>
      <article class="product">
        <img class="art product-art" src={productArt(product.slug)} alt="" width="640" height="640" />
        <div class="product-text">
          <h1>{product.name}</h1>
          <p class="lead">{product.summary}</p>
          <p class="product-price">
            <Price cents={product.price} />
            <StockNote stock={product.stock} />
          </p>
          {product.stock > 0 ? (
            <form action={form}>
              <input type="hidden" name="slug" value={product.slug} />
              <AddToCart slug={product.slug} name={product.name} most={Math.min(product.stock, MAX_QUANTITY)} />
              <p class="problem">{form.error()}</p>
            </form>
          ) : (
            <p class="panel">The next batch is being made. Come back in a few weeks.</p>
          )}
          <p>{product.description}</p>
          <h2 class="small-heading">Details</h2>
          <ul class="facts">
            <For each={product.details}>{(detail) => <li>{detail}</li>}</For>
          </ul>
        </div>
      </article>
      <section aria-labelledby="related">
        <h2 id="related">More for the {CATEGORIES[product.category].toLowerCase()}</h2>
        <ProductGrid products={findRelated(database(), product, 4)} />
      </section>
    </>
  )
}
