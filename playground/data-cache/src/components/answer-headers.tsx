import { createSignal, For } from 'solid-js'

const NAMES = ['x-fw-cache', 'x-fw-cache-reason', 'age', 'cache-control', 'cache-tag']

/** Requests this page again and shows the headers of the response. */
export function AnswerHeaders() {
  const [headers, setHeaders] = createSignal<readonly (readonly [string, string])[]>([])
  const ask = async () => {
    const { headers: said } = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' })
    setHeaders(NAMES.map((name) => [name, said.get(name) ?? 'not sent'] as const))
  }
  return (
    <section class="headers" aria-label="Headers of this page">
      <button type="button" onClick={ask}>
        Ask for this page again
      </button>
      <dl aria-live="polite">
        <For each={headers()}>
          {([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )}
        </For>
      </dl>
    </section>
  )
}
