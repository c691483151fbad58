/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'

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
export const Teas = island(function Teas() {
  const table = useTable({ features, columns, data: TEAS })
  return (
    <table>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id}>
                <button type="button" onClick={header.column.getToggleSortingHandler()}>
                  <table.FlexRender header={header} />
                </button>
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
})
