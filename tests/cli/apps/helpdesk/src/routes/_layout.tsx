import type { JSX } from 'solid-js'

export default function Layout(props: { children: JSX.Element }) {
  return <main>{props.children}</main>
}
