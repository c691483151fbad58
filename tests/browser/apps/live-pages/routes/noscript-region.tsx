import { Live } from '@fw/runtime'
import { listCards } from '../board.api.ts'

export default async () => {
  const cards = await listCards()
  return (
    <main>
      <Live>
        <noscript>
          <img src={`/assets/${cards.length}.png`} alt="" />
        </noscript>
        <p>{cards.length} cards</p>
      </Live>
    </main>
  )
}
