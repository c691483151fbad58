import type { JSX } from 'solid-js'

export default function ShelfLayout(props: { children: JSX.Element }) {
  return <section>{props.children}</section>
}
