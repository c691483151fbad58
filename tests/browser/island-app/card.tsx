import type { JSX } from 'solid-js'

export function Card(props: { title: string; children?: JSX.Element }) {
  return (
    <article>
      <h2>{props.title}</h2>
      {props.children}
    </article>
  )
}
