import { createSelector, createSignal, For } from 'solid-js'

const WORDS = ['pretty', 'large', 'small', 'tall', 'short', 'long', 'handsome', 'plain', 'quaint', 'clean', 'elegant']

let next = 1
const made = (count) =>
  Array.from({ length: count }, () => {
    const id = next++
    return { id, label: `${WORDS[id % 11]} ${WORDS[(id * 7) % 11]} cup` }
  })

/** The operations of a keyed list, each on a button of its own. */
export function Rows() {
  const [rows, setRows] = createSignal([])
  const [selected, setSelected] = createSignal(0)
  const isSelected = createSelector(selected)
  const swap = () =>
    setRows((before) => {
      const after = [...before]
      ;[after[1], after[998]] = [after[998], after[1]]
      return after
    })
  return (
    <div>
      <button type="button" id="create" onClick={() => setRows(made(1000))}>
        Create
      </button>
      <button type="button" id="swap" onClick={swap}>
        Swap
      </button>
      <button
        type="button"
        id="select"
        onClick={() => setSelected(rows()[(rows().findIndex(({ id }) => id === selected()) + 7) % 1000].id)}
      >
        Select
      </button>
      <button type="button" id="clear" onClick={() => setRows([])}>
        Clear
      </button>
      <table>
        <tbody>
          <For each={rows()}>
            {(row) => (
              <tr class={isSelected(row.id) ? 'selected' : ''}>
                <td>{row.id}</td>
                <td>
                  <a href="/rows" onClick={() => setSelected(row.id)}>
                    {row.label}
                  </a>
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  )
}
