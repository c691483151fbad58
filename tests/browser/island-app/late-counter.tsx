import { Counter } from './counter.tsx'

export default function LateCounter(props: { label: string }) {
  return (
    <p>
      <Counter label={props.label} />
    </p>
  )
}
