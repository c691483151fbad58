import type { PageMeta } from '@fw/runtime'
import { FramedPicture } from '../components/framed-picture.tsx'
import { PICTURES } from '../pictures.ts'

export const meta: PageMeta = {
  title: 'About · Tidewrack',
  description: 'Who writes here, and how the site is made.',
  canonical: '/about',
}

export default function About() {
  return (
    <article>
      <header class="post-header">
        <h1>About</h1>
        <p class="lead">Tidewrack is what the sea leaves at the high-water mark. So is this.</p>
      </header>
      <FramedPicture picture={PICTURES.harbour} />
      <div class="prose">
        <p>
          I look after a harbour with nine berths, one crane and a tide gauge older than I am. These are notes on what I
          measure, what I mend, and the small programs that do the watching while I sleep.
        </p>
        <p>
          The posts are Markdown files. Each page is rendered once, when the site is built, and is then a file among
          files: any host that can serve a folder can serve it. A page runs a script only where it has something to do,
          which is the copy button beside a piece of code.
        </p>
        <p>
          Readers who follow feeds find one at <a href="/rss.xml">/rss.xml</a>.
        </p>
      </div>
    </article>
  )
}
