import { Switch } from '@kobalte/core/switch'
import { createSignal } from 'solid-js'

/** A switch of Kobalte. It is an island, because it holds state. */
export function SoundSwitch() {
  const [isOn, setOn] = createSignal(false)
  return (
    <Switch checked={isOn()} onChange={setOn}>
      <Switch.Input />
      <Switch.Label>Sound</Switch.Label>
      <Switch.Control>
        <Switch.Thumb />
      </Switch.Control>
      <output>{isOn() ? 'on' : 'off'}</output>
    </Switch>
  )
}
