import { intent } from '@fw/runtime'
import { createSignal, For, onMount, Show } from 'solid-js'
import { type Found, find, type Index, type IndexData, readIndex } from '../search.ts'

interface Question {
  /**
   * A few words, as for a search engine.
   * @minLength 1
   * @maxLength 200
   */
  query: string
}

/** The one island of this site: the search over the index that the build made. */
export function SiteSearch(props: { index: IndexData }) {
  const [query, setQuery] = createSignal('')
  const [found, setFound] = createSignal<Found[]>()
  let index: Index | undefined

  const look = (words: string): Found[] => {
    index ??= readIndex(props.index)
    setQuery(words)
    const results = words.trim() === '' ? [] : find(index, words)
    setFound(words.trim() === '' ? undefined : results)
    return results
  }

  const search = intent('search', {
    description: 'Find sections of the documentation of fw, and show them. Each result has the address of its section.',
    run: ({ input }: { input: Question }) => look(input.query),
  })

  const type = (words: string) => {
    history.replaceState(history.state, '', words === '' ? '/search' : `/search?q=${encodeURIComponent(words)}`)
    if (words.trim() === '') look('')
    else search({ query: words.slice(0, 200) })
  }

  const status = () => {
    const count = found()?.length
    if (count === undefined) return ''
    if (count === 0) return 'Nothing was found. Fewer words find more.'
    return count === 10 ? 'The best 10 sections' : `${count} ${count === 1 ? 'section' : 'sections'}`
  }

  onMount(() => {
    const words = new URLSearchParams(location.search).get('q') ?? ''
    if (words !== '') look(words)
  })

  return (
    <section class="site-search" aria-label="Results">
      <label for="query">What are you looking for?</label>
      <input
        id="query"
        type="search"
        autocomplete="off"
        maxlength="200"
        value={query()}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <p role="status">{status()}</p>
      <ol>
        <For each={found() ?? []}>
          {({ path, title, heading, text }) => (
            <li>
              <a href={path}>{heading}</a>
              <Show when={heading !== title}>
                <span class="of">{title}</span>
              </Show>
              <p>{text}</p>
            </li>
          )}
        </For>
      </ol>
    </section>
  )
}
