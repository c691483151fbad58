import { href } from '@fw/runtime'
import { createSignal, onCleanup } from 'solid-js'
import { formatMoney } from '../money.ts'
import { search } from '../server/catalogue.api.ts'
import type { SearchResult } from '../server/product.ts'

/** Finds products while people type: for pages on which they did not mean to land. */
export function QuickFind() {
  const [found, setFound] = createSignal<SearchResult>()
  let typed = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  onCleanup(() => clearTimeout(timer))

  const find = async (text: string) => {
    const result = await search({ text, limit: 5 })
    // An answer that was overtaken by more typing is of no use.
    if (text === typed) setFound(result)
  }

  const type = (text: string) => {
    typed = text.trim()
    clearTimeout(timer)
    if (typed === '') setFound(undefined)
    else timer = setTimeout(() => find(typed).catch(() => setFound(undefined)), 150)
  }

  return (
    <form class="quick-find" action="/" method="get">
      <div class="field">
        <label for="quick-find">What were you looking for?</label>
        <input
          id="quick-find"
          type="search"
          name="text"
          maxlength="100"
          autocomplete="off"
          onInput={(event) => type(event.currentTarget.value)}
        />
      </div>
      <div aria-live="polite">
        <ul class="quick-results">
          {found()?.products.map((product) => (
            <li>
              <a class="card-link" href={href('/products/[slug]', { slug: product.slug })}>
                {product.name}
              </a>
              <span class="price">{formatMoney(product.price)}</span>
            </li>
          ))}
        </ul>
        <p class="muted">{found()?.total === 0 ? 'Nothing fits.' : ''}</p>
      </div>
    </form>
  )
}
