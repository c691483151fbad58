/** @jsxImportSource react */
import { island } from '@fw/runtime/react'

/** Rendered with React on the server, and with nothing in a browser. */
function BadgeText({ count }: { readonly count: number }) {
  return (
    <p className="badge">
      <strong>{count}</strong> cups rated so far
    </p>
  )
}

// @fw static
export const Badge = island(BadgeText)
