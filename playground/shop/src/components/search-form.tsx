import { For } from 'solid-js'
import { CATEGORIES } from '../category.ts'
import { SORTS } from '../search-query.ts'
import type { Search } from '../server/product.ts'

/** A plain GET form: it works without any script, and a result can be bookmarked. */
export function SearchForm(props: { search: Search }) {
  return (
    <search>
      <form class="search" action="/" method="get">
        <div class="field search-text">
          <label for="search-text">Search the shop</label>
          <input
            id="search-text"
            type="search"
            name="text"
            maxlength="100"
            placeholder="Linen, brass, something for tea…"
            value={props.search.text ?? ''}
          />
        </div>
        <div class="field">
          <label for="search-category">Category</label>
          <select id="search-category" name="category">
            <option value="">All</option>
            <For each={Object.entries(CATEGORIES)}>
              {([value, name]) => (
                <option value={value} selected={props.search.category === value}>
                  {name}
                </option>
              )}
            </For>
          </select>
        </div>
        <div class="field">
          <label for="search-max">Up to</label>
          <div class="affix">
            <span aria-hidden="true">$</span>
            <input
              id="search-max"
              type="number"
              name="max"
              min="0"
              step="1"
              inputmode="numeric"
              placeholder="Any"
              value={props.search.maxPrice === undefined ? '' : props.search.maxPrice / 100}
            />
          </div>
        </div>
        <div class="field">
          <label for="search-sort">Sort by</label>
          <select id="search-sort" name="sort">
            <For each={Object.entries(SORTS)}>
              {([value, name]) => (
                <option value={value} selected={(props.search.sort ?? 'featured') === value}>
                  {name}
                </option>
              )}
            </For>
          </select>
        </div>
        <label class="check">
          <input type="checkbox" name="stock" value="in" checked={props.search.inStock ?? false} />
          <span>In stock only</span>
        </label>
        <button class="button" type="submit">
          Search
        </button>
      </form>
    </search>
  )
}
