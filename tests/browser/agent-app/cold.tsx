import { pay } from './shop.api.ts'

/** Starts with its first click. */
export function Cold() {
  return (
    <button type="button" onClick={() => void pay({ cents: 9 }).catch(() => {})}>
      Pay at once
    </button>
  )
}
