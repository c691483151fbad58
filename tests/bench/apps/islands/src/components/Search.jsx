import { createSignal } from 'solid-js'
import { search } from '../server/cups.api.ts'

/** What one call of an api adds to a counter. */
export function Search() {
  const [found, setFound] = createSignal('')
  return (
    <p>
      <button type="button" onClick={async () => setFound((await search({ color: 'Blue' })).name)}>
        Search
      </button>
      {found()}
    </p>
  )
}
