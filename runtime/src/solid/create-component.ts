/** How compiled components are called on the server. */
import { ErrorBoundary, For, Index, Match, Show, Suspense, Switch } from 'solid-js'
import { createComponent as createSolidComponent } from 'solid-js/web'
import { type SolidContext, solidShared } from './render-state.ts'

type Component = Parameters<typeof createSolidComponent>[0]

/**
 * Solid's own, and ids in static parts too. Solid 1.9 counts components only where it hydrates; elsewhere all boundaries
 * that wait would have one id and share one state, and two resources one set of data (remove with Solid 2).
 */
export function createComponent(component: Component, props: Record<string, unknown>): unknown {
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
  inner.id = id + codeOf(count)
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

/** As Solid writes a place: no code is the beginning of another one. */
function codeOf(count: number): string {
  const digits = String(count)
  return digits.length === 1 ? digits : String.fromCharCode(95 + digits.length) + digits
}
