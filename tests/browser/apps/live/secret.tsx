import { live } from '@fw/runtime'
import { listOwn } from './board.api.ts'
import { signIn } from './users.api.ts'

/** Shows what only the signed-in user may read, without code for errors. */
export function Secret() {
  const cards = live(listOwn)
  return (
    <section>
      <p class="secret">{cards()?.[0]}</p>
      <button type="button" onClick={() => signIn({ user: 'cem' })}>
        Be Cem
      </button>
    </section>
  )
}
