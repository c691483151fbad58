import { Live } from '@fw/runtime'
import { listCards } from '../board.api.ts'
import { Fold } from '../fold.tsx'

export default async () => {
  const cards = await listCards()
  return (
    <main>
      <Fold>
        <section class="folded">
          <Live>
            <p>{cards.length} folded</p>
          </Live>
        </section>
      </Fold>
      <section class="shown">
        <Live>
          <p>{cards.length} shown</p>
        </Live>
      </section>
    </main>
  )
}
