/** One React root in an element of the page. */
import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { ForeignMount } from '#solid/host-foreign.ts'

let fresh = 0

/** Hydrates or renders at once: whoever waited for the component, as a click does, finds it live. */
export const mountReact: ForeignMount<ComponentType> = (element, component, props, place) => {
  let failure: { readonly error: unknown } | undefined
  let isMounting = true
  const options = {
    // The same ids as on the server, and no others' ids.
    identifierPrefix: place ?? `fresh${fresh++}-`,
    onUncaughtError(error: unknown) {
      if (isMounting) failure = { error }
      else reportError(error)
    },
  }
  const show = (next: typeof props) => createElement(component, next)
  const root = flushSync((): Root => {
    if (element.hasChildNodes()) return hydrateRoot(element, show(props), options)
    const made = createRoot(element, options)
    made.render(show(props))
    return made
  })
  isMounting = false
  if (failure) throw failure.error
  return { update: (next) => root.render(show(next)), unmount: () => root.unmount() }
}
