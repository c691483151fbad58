import { href, type LayoutProps } from '@fw/runtime'

export default function Layout(props: LayoutProps) {
  return (
    <>
      <a class="skip" href="#content">
        To the content
      </a>
      <header>
        <a class="name" href={href('/')}>
          Boards
        </a>
        <nav aria-label="Pages">
          <a href={href('/archive')}>Archive</a>
        </nav>
      </header>
      <main id="content">{props.children}</main>
    </>
  )
}
