import { createVirtualizer } from '@tanstack/solid-virtual'
import { For } from 'solid-js'

/** A list of a thousand rows, of which TanStack Virtual renders the visible ones. */
export function Rows() {
  let frame: HTMLDivElement | undefined
  const rows = createVirtualizer({
    count: 1000,
    getScrollElement: () => frame ?? null,
    estimateSize: () => 20,
    initialRect: { width: 300, height: 100 },
  })
  return (
    <section>
      <button type="button" onClick={() => rows.scrollToIndex(700)}>
        Go to row 700
      </button>
      <div ref={frame} style={{ height: '100px', overflow: 'auto' }}>
        <div style={{ height: `${rows.getTotalSize()}px`, position: 'relative' }}>
          <For each={rows.getVirtualItems()}>
            {(row) => (
              <div style={{ position: 'absolute', top: '0', transform: `translateY(${row.start}px)` }}>
                Row {row.index}
              </div>
            )}
          </For>
        </div>
      </div>
    </section>
  )
}
