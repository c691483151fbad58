import { formatMoney } from '../money.ts'

export function Price(props: { cents: number; class?: string }) {
  return <span class={`price ${props.class ?? ''}`}>{formatMoney(props.cents)}</span>
}
