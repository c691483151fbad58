import { listCards } from '../server/desk.api.ts'

export const head = { title: 'Board' }

export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: 600, tags: ['cards'] }

export default async function Board() {
  const cards = await listCards()
  return (
    <main>
      <ul>
        {cards.map((card) => (
          <li>{card}</li>
        ))}
      </ul>
      <p data-process={process.pid}>{process.pid}</p>
    </main>
  )
}
