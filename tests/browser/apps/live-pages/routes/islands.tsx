import { listCards } from '../board.api.ts'
import { Counter } from '../counter.tsx'

export const live = true

export default async () => {
  const cards = await listCards()
  return (
    <main>
      <h1>{cards.length} cards</h1>
      <Counter cards={cards.length} />
      <a href="/comments">Comments</a>
    </main>
  )
}
