import { href } from '@fw/runtime'
import { For } from 'solid-js'
import { euros } from '../money.ts'
import { list } from '../server/catalogue.api.ts'

export const meta = { title: 'Quayside Roastery', description: 'Three coffees, and the price of each.' }

/** The same for everybody: made once, and once more when a price has changed. */
export const cache = { scope: 'public', sharedMaxAge: 300, swr: 3600, tags: ['beans'] }

export default async function Coffees() {
  const beans = await list({})
  return (
    <>
      <h1>Our coffees</h1>
      <p class="lead">This page is made once for everybody, and once more when a price has changed.</p>
      <ul class="beans">
        <For each={beans}>
          {(bean) => (
            <li>
              <div>
                <a href={href('/beans/[slug]', { slug: bean.slug })}>{bean.name}</a>
                <p class="taste">{bean.taste}</p>
              </div>
              <span>{euros(bean.price)}</span>
            </li>
          )}
        </For>
      </ul>
    </>
  )
}
