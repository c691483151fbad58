import { href } from '@fw/runtime'
import { For, Show } from 'solid-js'

export interface ListedTag {
  readonly id: string
  readonly name: string
  /** Number of articles. */
  readonly count?: number
}

export function TagList(props: { tags: readonly ListedTag[] }) {
  return (
    <ul class="tags">
      <For each={props.tags}>
        {(tag) => (
          <li>
            <a href={href('/tags/[tag]', { tag: tag.id })}>
              {tag.name}
              <Show when={tag.count}>{(count) => <span class="count">{count()}</span>}</Show>
            </a>
          </li>
        )}
      </For>
    </ul>
  )
}
