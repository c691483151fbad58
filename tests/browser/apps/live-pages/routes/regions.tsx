import { Live } from '@fw/runtime'
import { listCards, listNotes } from '../board.api.ts'

let renders = 0

export default async () => {
  const [cards, notes] = await Promise.all([listCards(), listNotes()])
  renders += 1
  return (
    <main>
      <p class="outside">Render {renders}</p>
      <table>
        <tbody>
          <Live>
            {cards.map(({ id, title }) => (
              <tr data-key={id}>
                <td>{title}</td>
              </tr>
            ))}
          </Live>
          <tr>
            <td>end</td>
          </tr>
        </tbody>
      </table>
      <div class="notes">
        <Live>
          {notes.map((note) => (
            <p>{note}</p>
          ))}
          <Live>
            <i>{notes.length} notes</i>
          </Live>
        </Live>
      </div>
    </main>
  )
}
