import { live } from '@fw/runtime'
import { listCards } from './board.api.ts'

/** Shows the same read as `Board`. */
export function Total(props: { board: string }) {
  const cards = live(listCards, () => ({ board: props.board }))
  return <b class="total">{cards()?.length}</b>
}
