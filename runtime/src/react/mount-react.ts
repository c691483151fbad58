/** One React root in an element of the page. */
import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { pendingWork } from '#solid/islands/foreign-islands.ts'
import type { ForeignMount } from '#solid/islands/host-foreign.ts'

let nextId = 0
/** Functions that render a root with its element again: React then completes the updates and effects that it has postponed. */
const renders = new Set<() => void>()
pendingWork.finish = () =>
  flushSync(() => {
    for (const render of renders) render()
  })

/**
 * Hydrates or renders synchronously, so that the component is interactive for the event that started it, such as a
 * click.
 */
export const mountReact: ForeignMount<ComponentType> = (element, component, props, place) => {
  let failure: { readonly error: unknown } | undefined
  let isMounting = true
  const options = {
    // The same ids as on the server, and different from those of other roots.
    identifierPrefix: place ?? `fresh${nextId++}-`,
    onUncaughtError(error: unknown) {
      if (isMounting) failure = { error }
      else reportError(error)
    },
  }
  const show = (next: typeof props) => createElement(component, next)
  let shown = show(props)
  const root = flushSync((): Root => {
    if (element.hasChildNodes()) return hydrateRoot(element, shown, options)
    const newRoot = createRoot(element, options)
    newRoot.render(shown)
    return newRoot
  })
  isMounting = false
  if (failure) throw failure.error
  const render = () => root.render(shown)
  renders.add(render)
  return {
    update(next) {
      shown = show(next)
      render()
    },
    unmount() {
      renders.delete(render)
      root.unmount()
    },
  }
}
