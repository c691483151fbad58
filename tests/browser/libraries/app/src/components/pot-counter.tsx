import { NumberInput } from '@ark-ui/solid/number-input'
import { createSignal } from 'solid-js'

/** A number input of Ark UI. It is an island, because it holds state. */
export function PotCounter() {
  const [pots, setPots] = createSignal('1')
  return (
    <NumberInput.Root value={pots()} onValueChange={({ value }) => setPots(value)} min={1}>
      <NumberInput.Label>Pots</NumberInput.Label>
      <NumberInput.Input />
      <NumberInput.IncrementTrigger>More</NumberInput.IncrementTrigger>
      <output>Pots: {pots()}</output>
    </NumberInput.Root>
  )
}
