import { createSignal, useContext } from 'solid-js'
import { Tag } from './tag.tsx'
import { Theme } from './theme.ts'

export function Badge() {
  const theme = useContext(Theme)
  const [count, setCount] = createSignal(0)
  return (
    <div class="badge">
      <button type="button" onClick={() => setCount(count() + 1)}>
        badge {count()} in {theme()}
      </button>
      <input name="inside" />
      <Tag text="inside" />
    </div>
  )
}
