import { For, Show } from 'solid-js'
import { hrefOf } from '../search-query.ts'
import type { Search } from '../server/product.ts'

export function Pagination(props: { search: Search; total: number; pageSize: number }) {
  const pages = () => Math.ceil(props.total / props.pageSize)
  const current = () => (props.search.offset ?? 0) / props.pageSize + 1
  return (
    <Show when={pages() > 1}>
      <nav class="pages" aria-label="Pages">
        <For each={Array.from({ length: pages() }, (_, index) => index + 1)}>
          {(page) => (
            <a href={hrefOf(props.search, { page })} aria-current={page === current() ? 'page' : undefined}>
              <span class="visually-hidden">Page </span>
              {page}
            </a>
          )}
        </For>
      </nav>
    </Show>
  )
}
