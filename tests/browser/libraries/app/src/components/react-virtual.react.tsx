/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

/** A list of a thousand rows, of which TanStack Virtual renders the visible ones. */
export const Rows = island(function Rows() {
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: 1000,
    getScrollElement: () => frame.current,
    estimateSize: () => 20,
    initialRect: { width: 300, height: 100 },
  })
  return (
    <section>
      <button type="button" onClick={() => rows.scrollToIndex(700)}>
        Go to row 700
      </button>
      <div ref={frame} style={{ height: 100, overflow: 'auto' }}>
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map((row) => (
            <div key={row.key} style={{ position: 'absolute', top: 0, transform: `translateY(${row.start}px)` }}>
              {`Row ${row.index}`}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
})
