/** Reactive props for an island that outlives its page. Loaded by the first such island. */
import { $PROXY, createSignal } from 'solid-js'
import { propSetters } from './page-props.ts'

type Props = Record<string, unknown>

/**
 * Returns props that change when the next page passes other props. Properties that are defined on the result stay: the
 * slots of the island.
 * `causes.keep` returns a function that runs code with the cause of the page.
 */
export function followProps(island: Element, first: Props, causes: { keep(): (run: () => unknown) => void }): Props {
  const [props, setProps] = createSignal(first)
  propSetters.set(island, (next) => causes.keep()(() => setProps(next)))
  const find = (slots: Props, key: PropertyKey): Props => (Object.hasOwn(slots, key) ? slots : props())
  return new Proxy<Props>(
    {},
    {
      get: (slots, key) => Reflect.get(find(slots, key), key),
      // Solid checks this symbol to find out whether the keys may change.
      has: (slots, key) => key === $PROXY || key in find(slots, key),
      ownKeys: (slots) => [...new Set([...Reflect.ownKeys(props()), ...Reflect.ownKeys(slots)])],
      getOwnPropertyDescriptor(slots, key) {
        const found = Reflect.getOwnPropertyDescriptor(find(slots, key), key)
        // A proxy may report only its target's own properties as fixed.
        return found && !Object.hasOwn(slots, key) ? { ...found, configurable: true } : found
      },
    },
  )
}
