import { Leave } from '../leave.tsx'

export default function Page(props: { search: URLSearchParams }) {
  return (
    <main>
      <h1>Leave</h1>
      {props.search.has('focus') && (
        <button type="button" autofocus>
          Focus
        </button>
      )}
      <a href="/arrival">plain link</a>
      <a href="/arrival" rel="external">
        external link
      </a>
      <a href="/arrival" target="_blank" rel="noopener">
        tab link
      </a>
      <form action="/arrival" target="_blank" aria-label="Tab" rel="noopener">
        <button type="submit">leave by tab</button>
      </form>
      <form action="/arrival" aria-label="Button">
        <button type="submit" formtarget="elsewhere">
          leave by button
        </button>
      </form>
      <iframe name="frame" title="Frame" />
      <a href="/arrival" target="frame">
        frame link
      </a>
      <form action="/arrival" target="frame" aria-label="Frame">
        <button type="submit">leave by frame</button>
      </form>
      <a href="/endpoint">endpoint link</a>
      <a href="/broken">broken link</a>
      <form action="/arrival" aria-label="Find">
        <button type="submit">leave by form</button>
      </form>
      <Leave />
    </main>
  )
}
