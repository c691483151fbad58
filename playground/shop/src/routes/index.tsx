import type { PageMeta, PageProps } from '@fw/runtime'
import { CATEGORIES } from '../category.ts'
import { Pagination } from '../components/pagination.tsx'
import { ProductGrid } from '../components/product-grid.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { isNarrowed, searchOf } from '../search-query.ts'
import { search as searchCatalogue } from '../server/catalogue.api.ts'
import { PAGE_SIZE, type Search } from '../server/product.ts'

export const meta: PageMeta = {
  title: 'Halden: well-made things',
  description: 'Forty well-made things for the kitchen, the desk, the garden and the hills.',
}

export default async function Catalogue({ ctx }: PageProps<'/'>) {
  const search = searchOf(ctx.query, PAGE_SIZE)
  const { products, total } = await searchCatalogue(search)
  return (
    <>
      {isNarrowed(search) || search.offset !== undefined ? (
        <h1>{titleOf(search)}</h1>
      ) : (
        <div class="hero">
          <h1>Fewer things, made better.</h1>
          <p>
            Forty objects for the kitchen, the desk, the garden and the hills. Each one is here because somebody on the
            team has worn out the one before it.
          </p>
        </div>
      )}
      <SearchForm search={search} />
      <p class="muted result-count" role="status">
        {total === 0 ? 'Nothing fits.' : total === 1 ? 'One product' : `${total} products`}
      </p>
      {total === 0 ? (
        <div class="empty">
          <p class="lead">Try fewer words, or another category.</p>
          <p>
            <a class="button" href="/">
              Show everything
            </a>
          </p>
        </div>
      ) : (
        <section aria-labelledby="products">
          <h2 id="products" class="visually-hidden">
            Products
          </h2>
          <ProductGrid products={products} />
        </section>
      )}
      <Pagination search={search} total={total} pageSize={PAGE_SIZE} />
    </>
  )
}

function titleOf(search: Search): string {
  if (search.text) return `Results for “${search.text}”`
  return search.category ? CATEGORIES[search.category] : 'All products'
}
