import { island } from '@fw/runtime'
import type { JSX } from 'solid-js'

function Counter(props: { start: number }): JSX.Element {
  return <button type="button">{props.start}</button>
}

export const Lazy = island(Counter, { when: 'visible' })

// When an island hydrates may be said where it is used; its own props stay checked.
export const uses = (
  <>
    <Counter start={1} client:load />
    <Counter start={1} client:visible="200px" />
    <Counter start={1} client:media="(min-width: 40em)" />
    <Lazy start={1} client:idle />
  </>
)
