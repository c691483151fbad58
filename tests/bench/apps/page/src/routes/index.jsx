import { For } from 'solid-js'
import { Counter } from '../components/Counter.jsx'
import { ROWS } from '../rows.js'

export const meta = { title: 'Cups', description: 'A hundred cups and one counter.' }

export default function Page() {
  return (
    <>
      <h1>Cups</h1>
      <Counter start={3} />
      <table>
        <tbody>
          <For each={ROWS}>
            {(row) => (
              <tr>
                <td>{row.id}</td>
                <td>
                  <a href={`/?cup=${row.id}`}>{row.name}</a>
                </td>
                <td>{row.price}</td>
                <td class={row.stock === 0 ? 'out' : 'in'}>{row.stock}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </>
  )
}
