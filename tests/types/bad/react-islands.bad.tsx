/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import type { JSX } from 'solid-js'

const Stars = island((props: { of: number }) => <p>{props.of}</p>)

export const missing = <Stars /> // error TS2741
export const wrong = <Stars of="5" /> // error TS2322
export const unknown = <Stars of={5} off={5} /> // error TS2322
export const late = island((props: { of: number }) => <p>{props.of}</p>, { when: 'later' }) // error TS2322

declare const solidOnly: (props: { of: number }) => HTMLElement & JSX.Element
island(solidOnly) // error TS2345
island('p') // error TS2345
