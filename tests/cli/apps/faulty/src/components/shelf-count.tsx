import { useStore } from '@fw/runtime'
import { shelf } from '../stores.ts'

export function ShelfCount() {
  const [state, { raise }] = useStore(shelf)
  return (
    <button type="button" class="shelf" onClick={() => raise()}>
      on the shelf {state.n}
    </button>
  )
}
