import { refresh } from '@fw/runtime/client'

export const Refresher = () => (
  <button type="button" onClick={() => void refresh()}>
    Refresh
  </button>
)
