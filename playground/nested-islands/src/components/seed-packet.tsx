import { createSignal } from 'solid-js'

export function SeedPacket(props: { name: string }) {
  const [left, setLeft] = createSignal(12)
  return (
    <div class="packet">
      <span class="state" aria-hidden="true">
        Packet
      </span>
      <span>{props.name}</span>
      <button type="button" class="quiet" disabled={left() === 0} onClick={() => setLeft(left() - 1)}>
        Sow <span class="visually-hidden">{props.name}, </span>
        {left()} left
      </button>
    </div>
  )
}
