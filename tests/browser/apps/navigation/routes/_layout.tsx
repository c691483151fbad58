import type { JSX } from 'solid-js'

export default function Layout(props: { children: JSX.Element }) {
  return (
    <>
      <nav>
        {[
          'a',
          'b',
          'plain',
          'long',
          'slow',
          'moved',
          'broken',
          'text',
          'download',
          'away',
          'scripts',
          'styled',
          'data',
          'many',
          'totals',
        ].map((name) => (
          <a id={`to-${name}`} href={`/${name}`}>
            {name}
          </a>
        ))}
        <a id="to-hash" href="/long#end">
          hash
        </a>
        <a id="to-here" href="#here">
          this part
        </a>
        <a id="to-file" href="/notes/list.csv">
          file
        </a>
        <a id="to-fw" href="/_fw/health">
          fw
        </a>
        <a id="to-external" rel="external" href="/b">
          external
        </a>
        <a id="to-tab" target="_blank" href="/b" rel="noopener">
          tab
        </a>
        <a id="to-nofollow" rel="nofollow" href="/b?n=1">
          nofollow
        </a>
        <form id="find" action="/b">
          <input name="word" value="tea" />
        </form>
        <form id="send" action="/b" method="post">
          <input name="word" value="tea" />
        </form>
      </nav>
      {props.children}
    </>
  )
}
