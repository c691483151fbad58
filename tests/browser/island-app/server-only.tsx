import { createSignal } from 'solid-js'

declare module 'solid-js' {
  namespace JSX {
    interface ExplicitBoolAttributes {
      $ServerOnly?: boolean
    }
    interface HTMLAttributes<T> {
      $ServerOnly?: boolean
    }
  }
}

/** `$ServerOnly`: Solid would leave the template of this element out of the browser's code. */
export function Heavy() {
  const [n, set] = createSignal(0)
  return (
    <section $ServerOnly>
      <button type="button" class="heavy" onClick={() => set(n() + 1)}>
        heavy {n()}
      </button>
    </section>
  )
}
