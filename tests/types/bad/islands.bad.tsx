import type { JSX } from 'solid-js'
import '@fw/runtime'

function Counter(props: { start: number }): JSX.Element {
  return <button type="button">{props.start}</button>
}

export const uses = [
  <Counter client:load />, // error TS2322
  <Counter start={1} client:media={3} />, // error TS2322
  <Counter start={1} stop={2} />, // error TS2322
]
