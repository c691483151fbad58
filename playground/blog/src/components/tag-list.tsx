import { For, Show } from 'solid-js'
import type { Tag } from '../posts.ts'

export function TagList(props: { tags: readonly (Tag & { count?: number })[] }) {
  return (
    <ul class="tags">
      <For each={props.tags}>
        {(tag) => (
          <li>
            <a href={`/tags/${tag.slug}`}>
              {tag.name}
              <Show when={tag.count}>
                <span class="count">{tag.count}</span>
              </Show>
            </a>
          </li>
        )}
      </For>
    </ul>
  )
}
