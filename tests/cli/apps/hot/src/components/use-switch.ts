import { createSignal } from 'solid-js'

/** Something that is on or off. */
export function useSwitch(): [isOn: () => boolean, toggle: () => void] {
  const [isOn, setOn] = createSignal(false)
  return [isOn, () => setOn(!isOn())]
}
