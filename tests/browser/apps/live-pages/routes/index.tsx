import { listCards } from '../board.api.ts'

export const meta = { title: 'Board' }
export const live = true

export default async () => {
  const cards = await listCards()
  return (
    <main>
      <h1>{cards.length} cards</h1>
      <input name="search" placeholder="Search" />
      <textarea name="note">start</textarea>
      <input type="checkbox" name="done" />
      <select name="mode">
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <details>
        <summary>More</summary>
        <p>{cards.map(({ title }) => title).join(', ')}</p>
      </details>
      <p contenteditable="true" class="draft">
        Write here
      </p>
      <div class="scroller" style="height: 50px; overflow: auto">
        <div style="height: 500px">{cards.length}</div>
      </div>
      <ul>
        {cards.map((card) => (
          <li id={`card-${card.id}`}>
            <b>{card.title}</b> <input name={`edit-${card.id}`} value={card.title} />
            <audio src="/assets/tone.wav" preload="none" muted />
          </li>
        ))}
      </ul>
      <p class="steady">This text never changes.</p>
    </main>
  )
}
