/** Creates compiled components on the server. */
import { ErrorBoundary, For, Index, Match, Show, Suspense, Switch } from 'solid-js'
import { createComponent as createSolidComponent, Dynamic as SolidDynamic } from 'solid-js/web'
import { Dynamic } from '../render/compiled-ssr.ts'
import { Html, isData } from '../render/html.ts'
import { printable } from '../render/print-html.ts'
import { placeCode, type SolidContext, solidShared } from '../render/render-state.ts'

type Component = Parameters<typeof createSolidComponent>[0]

/**
 * Creates a component as Solid does, but with ids in static parts too. Solid 1.9 counts components only in parts that
 * hydrate; in other parts, all pending boundaries would have the same id and share their state, and all resources would
 * share their data (remove with Solid 2).
 */
export function createComponent(component: Component, props: Record<string, unknown>): unknown {
  if (component === Suspense || component === ErrorBoundary)
    return toMarkup(createPlaced(component, printableProps(props)))
  return createPlaced(component === SolidDynamic ? (Dynamic as Component) : component, props)
}

function createPlaced(component: Component, props: Record<string, unknown>): unknown {
  const { context } = solidShared
  if (context === undefined || !context.noHydrate) return createSolidComponent(component, props)
  // Components without state need no position. Their children are counted as their siblings.
  if (PLACELESS.has(component)) return component(props)
  // Boundaries need a copy of the context, to use it when their data arrives. Other components use it synchronously.
  if (component === Suspense || component === ErrorBoundary)
    return createInContext(context, { ...context }, component, props)
  return createInContext(context, context, component, props)
}

const PLACELESS: ReadonlySet<Component> = new Set([For, Index, Match, Show, Switch] as unknown as Component[]) // their types differ in their props

function createInContext(
  outer: SolidContext,
  inner: SolidContext,
  component: Component,
  props: Record<string, unknown>,
): unknown {
  const { id, count } = outer
  inner.id = id + placeCode(count)
  inner.count = 0
  solidShared.context = inner
  try {
    return createSolidComponent(component, props)
  } finally {
    outer.id = id
    outer.count = count + 1
    solidShared.context = outer
  }
}

/** Makes the props of a boundary printable, because Solid prints them: see `printable`. */
function printableProps(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    get children() {
      return printable(props.children)
    },
    get fallback() {
      const { fallback } = props
      return typeof fallback === 'function' && fallback.length > 0
        ? (error: unknown, reset: unknown) => printable(fallback(error, reset))
        : printable(fallback)
    },
  }
}

/** Marks the result of a boundary as markup. Its props were printable, so an object in the result is Solid's markup. */
function toMarkup(value: unknown): unknown {
  return typeof value === 'object' && value !== null && isData(value) ? new Html((value as Html).t) : value
}
