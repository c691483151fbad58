import { Live } from '@fw/runtime'
import { listCards } from '../board.api.ts'

/** A parser ends the paragraph before the list, so the region has no end. */
export default async () => {
  const cards = await listCards()
  return (
    <main>
      <section>
        <Live>
          <b>{cards.length} cards</b>
        </Live>
      </section>
      <p>
        <Live>
          <ul>
            <li>{cards.length}</li>
          </ul>
        </Live>
      </p>
    </main>
  )
}
