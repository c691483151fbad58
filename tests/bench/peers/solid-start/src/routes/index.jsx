import { Meta, Title } from '@solidjs/meta'
import { For } from 'solid-js'
import { ROWS } from '../../../../apps/page/src/rows.js'
import { Counter } from '../components/Counter.jsx'

export default function Page() {
  return (
    <>
      <Title>Cups</Title>
      <Meta name="description" content="A hundred cups and one counter." />
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
