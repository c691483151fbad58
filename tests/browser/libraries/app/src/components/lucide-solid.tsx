import { Leaf, Moon, Sun } from 'lucide-solid'
import { createSignal, Show } from 'solid-js'

/** A button whose icon changes with a click. */
export function Theme() {
  const [isDark, setDark] = createSignal(false)
  return (
    <button type="button" onClick={() => setDark(!isDark())}>
      <Leaf class="leaf" />
      <Show when={isDark()} fallback={<Sun class="sun" />}>
        <Moon class="moon" />
      </Show>
      Theme
    </button>
  )
}
