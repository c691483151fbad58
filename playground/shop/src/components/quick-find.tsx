import { href, intent } from '@fw/runtime'
import { createSignal, onCleanup } from 'solid-js'
import { formatMoney } from '../money.ts'
import { search } from '../server/catalogue.api.ts'
import type { SearchResult } from '../server/product.ts'

interface Find {
  /**
   * Words of a name or a description.
   * @minLength 1
   * @maxLength 100
   */
  text: string
}

/** Finds products while people type: for pages on which they did not mean to land. */
export function QuickFind(props: { label: string }) {
  const [found, setFound] = createSignal<SearchResult>()
  let typed = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  onCleanup(() => clearTimeout(timer))

  const find = intent('find', {
    description: 'Find products, and show the first five.',
    run: async ({ input }: { input: Find }) => {
      typed = input.text
      const result = await search({ text: input.text, limit: 5 })
      // Ignores a response that is older than the latest input.
      if (input.text === typed) setFound(result)
      return result
    },
  })

  const type = (text: string) => {
    typed = text.trim()
    clearTimeout(timer)
    if (typed === '') setFound(undefined)
    else timer = setTimeout(() => find({ text: typed }).catch(() => setFound(undefined)), 150)
  }

  return (
    <form class="quick-find" action="/" method="get">
      <div class="field">
        <label for="quick-find">{props.label}</label>
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
