import {
  createColumnHelper,
  createSortedRowModel,
  createTable,
  rowSortingFeature,
  sortFns,
  tableFeatures,
} from '@tanstack/solid-table'
import { For } from 'solid-js'

interface Tea {
  name: string
  minutes: number
}

const TEAS: Tea[] = [
  { name: 'Sencha', minutes: 2 },
  { name: 'Assam', minutes: 4 },
]
const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns })
const helper = createColumnHelper<typeof features, Tea>()
const columns = helper.columns([
  helper.accessor('name', { header: 'Tea' }),
  helper.accessor('minutes', { header: 'Minutes', cell: (cell) => <b>{cell.getValue()} min</b> }),
])

/** A table of TanStack Table, sorted by a click on a header. */
export function Teas() {
  const table = createTable({ features, columns, data: TEAS })
  return (
    <table>
      <thead>
        <For each={table.getHeaderGroups()}>
          {(group) => (
            <tr>
              <For each={group.headers}>
                {(header) => (
                  <th>
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                    </button>
                  </th>
                )}
              </For>
            </tr>
          )}
        </For>
      </thead>
      <tbody>
        <For each={table.getRowModel().rows}>
          {(row) => (
            <tr>
              <For each={row.getAllCells()}>
                {(cell) => (
                  <td>
                    <table.FlexRender cell={cell} />
                  </td>
                )}
              </For>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  )
}
