/** One pass of Solid's server renderer over a page, and what happens to boundaries that wait for data in it. */
import { getOwner, type Owner, runWithOwner, Suspense } from 'solid-js'
import { FwError } from '#contract/http/error.ts'
import { Redirect } from '#contract/page/navigation.ts'
import { Html } from './html.ts'
import { htmlText } from './print-html.ts'
import { PART_MARKERS, withPartPromise } from './render-plugins.ts'
import {
  type IslandInstance,
  type IslandMarkup,
  type RenderState,
  type SolidContext,
  solidShared,
} from './render-state.ts'

export interface PassOptions {
  /** Told about islands that threw on the server. */
  readonly onIslandError: (error: unknown, island: IslandInstance) => void
  readonly markup: IslandMarkup
  /** The caller's ctx, for what the page keeps in stores. Default: nobody's. */
  readonly ctx?: unknown
  /** False: forms get no keys of their own, since many are sent the same page. Default true. */
  readonly hasFormKeys?: boolean
}

/** Whoever runs Solid's renderer over `code`, or `html` in a context like Solid's, gets the page with its islands. */
export interface Pass {
  readonly state: RenderState
  /** Boundaries that wait, once `code` ran. */
  suspense: SolidContext['suspense']
  /** What a boundary's data was rejected with, when no error boundary shows something in its place. */
  failure?: unknown
  /** What `notFound()` or `redirect()` threw: the answer of the whole page, whichever boundary caught it on its way. */
  ending?: Redirect | FwError
  /** The first bytes are gone: from now on a failure is that of one part. */
  flushed: boolean
  /** Told that there may be a `failure` or an `ending`; an error boundary can still take the failure away at once. */
  onFailure?(): void
  /** Told what a part that came too late threw, when no error boundary shows something in its place. */
  onLateError?(error: unknown): void
  /** The page alone. One of the two must be called, exactly once. */
  html(): string
  /** The page with the marks that split what Solid renders. */
  code(): string
  /** Nobody reads the page any more: what still waits is not rendered, and what was rendered is cleaned up. */
  abandon(): void
}

/** `hasBoundary`: what waits outside every boundary is waited for with the page. */
export function createPass(tree: () => unknown, options: PassOptions, hasBoundary = true): Pass {
  const open = new Set<Settle>()
  const pass: Pass = {
    state: newState(options),
    suspense: {},
    flushed: false,
    html() {
      const context = solidShared.context
      if (context === undefined) throw new Error('Solid set no render context.')
      context.noHydrate = true
      context.fw = pass.state
      pass.suspense = context.suspense
      watchContext(context, pass, open)
      return hasBoundary ? renderInBoundary(tree) : htmlText(tree())
    },
    code() {
      return new Html(pass.html() + PART_MARKERS.end + PART_MARKERS.scripts) as unknown as string // Solid does not type rendered HTML
    },
    abandon() {
      for (const boundary of Object.values(pass.suspense)) boundary.completed = () => undefined
      for (const settle of [...open]) settle('')
    },
  }
  return pass
}

/** The place of the page's own boundary, which no boundary of the app has. */
const PAGE_BOUNDARY = 'fw'

/** Whether something waits that is in no boundary of the app: a `lazy()` component, or a resource that is read. */
export function waitsOutside({ suspense }: Pass): boolean {
  return Object.keys(suspense).some((id) => id.startsWith(PAGE_BOUNDARY))
}

/** Without a boundary, Solid prints an empty place for what waits, and forgets it. */
function renderInBoundary(tree: () => unknown): string {
  const outer = solidShared.context
  if (outer === undefined) return htmlText(tree())
  const props = {
    get children() {
      // The app's boundaries and islands have the places that they have without this one.
      if (solidShared.context !== undefined) solidShared.context = { ...solidShared.context, id: '', count: 0 }
      return new Html(htmlText(tree()))
    },
  }
  solidShared.context = { ...outer, id: PAGE_BOUNDARY, count: 0 }
  try {
    const shown: unknown = Suspense(props as unknown as Parameters<typeof Suspense>[0]) // Solid does not type rendered HTML
    // Of a page that waits: Solid's own place for it, which is no data.
    const place = typeof shown === 'object' && shown !== null && 't' in shown ? new Html(String(shown.t)) : shown
    return htmlText(place)
  } finally {
    solidShared.context = outer
  }
}

/** Ends the wait of a boundary; true when its fallback is with the browser already. */
type Settle = (value?: string, error?: unknown) => boolean

function newState({ markup, ctx, onIslandError, hasFormKeys = true }: PassOptions): RenderState {
  return { places: new Map(), instances: [], markup, ctx, stores: new Map(), onIslandError, hasFormKeys }
}

/** An error on its way from a late part to the error boundary around it. */
interface Takeover {
  html: string
}

function watchContext(context: SolidContext, pass: Pass, open: Set<Settle>): void {
  const { serialize, registerFragment, replace } = context
  let takeover: Takeover | undefined
  let failing: unknown

  context.serialize = (id, value, wait) => {
    // Without this, rejected data is an unhandled rejection of the process.
    if (value instanceof Promise) value.catch(() => undefined)
    // Of a page, and not of an island: what a boundary caught would go to the browser from here.
    else if (solidShared.context?.noHydrate) noteEnding(pass, value)
    serialize(id, value, wait)
  }

  // An error boundary around a boundary that waited takes over, at once.
  if (replace)
    context.replace = (id, payload) => {
      if (takeover !== undefined) {
        takeover.html = htmlText(payload())
        return
      }
      if (pass.failure === failing) pass.failure = undefined
      replace(id, payload)
    }

  /** What is shown where a late part failed: the fallback of the nearest error boundary, or nothing. */
  const lateFallback = (owner: Owner | null, error: unknown): string => {
    takeover = { html: '' }
    try {
      runWithOwner(owner, () => {
        throw error
      })
      return takeover.html
    } catch (uncaught) {
      if (pass.ending === undefined) pass.onLateError?.(uncaught)
      return ''
    } finally {
      takeover = undefined
    }
  }

  if (registerFragment)
    context.registerFragment = (key) => {
      const isStatic = solidShared.context?.noHydrate === true
      const owner = getOwner()
      const done = isStatic ? withPartPromise(() => registerFragment(key)) : registerFragment(key)
      const settle: Settle = (value, error) => {
        // Not this boundary's: the error looks for an error boundary further out.
        if (takeover !== undefined) return false
        open.delete(settle)
        if (error === undefined) return done(value)
        if (isStatic) noteEnding(pass, error)
        if (!pass.flushed) {
          failing = error
          pass.failure ??= error
          pass.onFailure?.()
          return done(value, error)
        }
        // An island's own boundary fails in the browser too, where its error boundary is.
        if (!isStatic) return done(value, error)
        return done(lateFallback(owner, error))
      }
      open.add(settle)
      return settle
    }
}

/** Keeps what `notFound()` and `redirect()` throw. */
function noteEnding(pass: Pass, error: unknown): void {
  if (!(error instanceof Redirect || (error instanceof FwError && error.code === 'not_found'))) return
  pass.ending ??= error
  if (!pass.flushed) pass.onFailure?.()
}
