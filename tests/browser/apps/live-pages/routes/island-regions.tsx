import { Live } from '@fw/runtime'
import { listCards } from '../board.api.ts'
import { Counter } from '../counter.tsx'

let renders = 0

export default async () => {
  const cards = await listCards()
  renders += 1
  return (
    <main>
      <p class="outside">Render {renders}</p>
      <Counter cards={-1} />
      <section>
        <Live>
          <h1>{cards.length} cards</h1>
          <Counter cards={cards.length} />
          {cards.length > 2 && <Counter cards={100} />}
        </Live>
      </section>
    </main>
  )
}
