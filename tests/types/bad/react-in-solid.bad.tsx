/** @jsxImportSource solid-js */
import { island } from '@fw/runtime/react'

const Stars = island((props: { of: number }) => `${props.of} stars`)

export const missing = <Stars /> // error TS2322
export const wrong = <Stars of="5" /> // error TS2322
export const unknown = <Stars of={5} off={5} /> // error TS2322
