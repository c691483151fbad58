import type { JSX } from 'solid-js'

export default function Layout(props: { children: JSX.Element; nonce?: string }) {
  return (
    <>
      <nav>
        <a id="to-home" href="/">
          home
        </a>{' '}
        <a id="to-other" href="/other">
          other
        </a>{' '}
        <a id="to-page" href="/?page=2">
          page
        </a>{' '}
        <a id="to-album" href="/?album=two">
          album
        </a>
      </nav>
      <script nonce={props.nonce}>{'window.layouts = (window.layouts ?? 0) + 1'}</script>
      {props.children}
    </>
  )
}
