/** How compiled components are called on the server. */
import { ErrorBoundary, For, Index, Match, Show, Suspense, Switch } from 'solid-js'
import { createComponent as createSolidComponent, Dynamic as SolidDynamic } from 'solid-js/web'
import { Dynamic } from '../render/compiled-ssr.ts'
import { Html, isData } from '../render/html.ts'
import { printable } from '../render/print-html.ts'
import { placeCode, type SolidContext, solidShared } from '../render/render-state.ts'

type Component = Parameters<typeof createSolidComponent>[0]

/**
 * Solid's own, and ids in static parts too. Solid 1.9 counts components only where it hydrates; elsewhere all boundaries
 * that wait would have one id and share one state, and two resources one set of data (remove with Solid 2).
 */
export function createComponent(component: Component, props: Record<string, unknown>): unknown {
  if (component === Suspense || component === ErrorBoundary)
    return ownMarkup(createPlaced(component, printableProps(props)))
  return createPlaced(component === SolidDynamic ? (Dynamic as Component) : component, props)
}

function createPlaced(component: Component, props: Record<string, unknown>): unknown {
  const { context } = solidShared
  if (context === undefined || !context.noHydrate) return createSolidComponent(component, props)
  // What has no state needs no place, and what is inside it is counted as if it stood beside it.
  if (PLACELESS.has(component)) return component(props)
  // Boundaries keep their context for the time when their data has come; everything else is done with it at once.
  if (component === Suspense || component === ErrorBoundary) return within(context, { ...context }, component, props)
  return within(context, context, component, props)
}

const PLACELESS: ReadonlySet<Component> = new Set([For, Index, Match, Show, Switch] as unknown as Component[]) // typed by their props

function within(
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

/** Boundaries print what they were given themselves: see `printable`. */
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

/** The markup of a boundary, which was given nothing but what may be printed: an object that it answers is its own. */
function ownMarkup(value: unknown): unknown {
  return typeof value === 'object' && value !== null && isData(value) ? new Html((value as Html).t) : value
}
