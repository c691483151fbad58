import { For, Show } from 'solid-js'
import { archive, archived } from '../server/cards.api.ts'

export const meta = { title: 'Archive', description: 'Finished cards of all boards.' }

export const live = true

export default async function Archive() {
  const cards = await archived()
  return (
    <>
      <h1>Archive</h1>
      <Show when={cards.length > 0} fallback={<p>The archive is empty.</p>}>
        <ul class="boards">
          <For each={cards}>
            {(card) => (
              <li>
                <span>{card.title}</span>
                <span>
                  {card.board}, <time datetime={card.at.toISOString()}>{card.at.toISOString().slice(0, 10)}</time>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <form action={archive}>
        <button type="submit">Archive all finished cards</button>
      </form>
    </>
  )
}
