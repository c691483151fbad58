import { href, type LayoutProps } from '@fw/runtime'
import { AnswerHeaders } from '../components/answer-headers.tsx'

export default function Layout(props: LayoutProps) {
  return (
    <>
      <a class="skip" href="#content">
        To the content
      </a>
      <header>
        <a class="name" href={href('/')}>
          Quayside Roastery
        </a>
        <nav aria-label="Pages">
          <a href={href('/account')}>Account</a>
        </nav>
      </header>
      <main id="content">{props.children}</main>
      <footer>
        <p>This page was made at {new Date().toISOString().slice(11, 23)} UTC.</p>
        <AnswerHeaders />
      </footer>
    </>
  )
}
