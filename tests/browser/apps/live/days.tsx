import { live } from '@fw/runtime'
import { readDays } from './board.api.ts'

export function Days() {
  const days = live(readDays)
  return <time class="days">{days()?.get('first')?.toISOString()}</time>
}
