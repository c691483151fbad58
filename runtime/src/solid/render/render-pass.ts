/** One pass of Solid's server renderer over a page, and the handling of its pending boundaries. */
import { createRoot, getOwner, type Owner, runWithOwner, Suspense } from 'solid-js'
import { FwError } from '#contract/http/error.ts'
import { Redirect } from '#contract/page/navigation.ts'
import { Html } from './html.ts'
import { htmlText } from './print-html.ts'
import { withPartPromise } from './render-plugins.ts'
import {
  type IslandInstance,
  type IslandMarkup,
  type LostHandlerReporter,
  type RenderState,
  type SolidContext,
  solidShared,
} from './render-state.ts'

export interface PassOptions {
  /** Receives errors that islands threw on the server. */
  readonly onIslandError: (error: unknown, island: IslandInstance) => void
  readonly markup: IslandMarkup
  /** The caller's ctx, for the initial state of stores. Default: none. */
  readonly ctx?: unknown
  /** False: forms get no keys, because many visitors get the same page. Default true. */
  readonly hasFormKeys?: boolean
  /** Receives handlers that no browser will call. Default: none. */
  readonly onLostHandler?: LostHandlerReporter | undefined
}

/**
 * Solid adds its scripts before the first of these marks. It precedes the page, since HTML of a user may contain the mark, for
 * example in an attribute.
 */
export const SCRIPTS_END = '<!--xs-->'

/** A pass. Solid's renderer runs `code`, or the caller runs `html` in a context like Solid's. */
export interface Pass {
  readonly state: RenderState
  /** Pending boundaries, after `code` has run. */
  suspense: SolidContext['suspense']
  /** Error of a boundary's data that no error boundary handles. */
  failure?: unknown
  /** Thrown by `notFound()` or `redirect()`: determines the response of the page, even if an error boundary caught it. */
  ending?: Redirect | FwError
  /** The first bytes have been sent: from now on, an error affects one part only. */
  flushed: boolean
  /** Called after `failure` or `ending` may have been set. An error boundary can still clear `failure` synchronously. */
  onFailure?(): void
  /** Receives errors of late parts that no error boundary handles. */
  onLateError?(error: unknown): void
  /** Renders the page. Either `html` or `code` must be called, exactly once. */
  html(): string
  /** Renders the page after `SCRIPTS_END`. */
  code(): string
  /** Stops the pass after the client has disconnected or the page has failed: pending parts aren't rendered, and roots are disposed. */
  abandon(): void
}

/** How a pass treats pending content outside all boundaries of the app: `renderNoting`, `renderInBoundary` or `renderAlone`. */
type RenderTree = (tree: () => unknown) => string

/** Creates a pass. */
export function createPass(tree: () => unknown, options: PassOptions, render: RenderTree): Pass {
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
      return render(tree)
    },
    code() {
      return new Html(SCRIPTS_END + pass.html()) as unknown as string // Solid does not type rendered HTML
    },
    abandon() {
      for (const boundary of Object.values(pass.suspense)) boundary.completed = () => undefined
      for (const settle of [...open]) settle('')
    },
  }
  return pass
}

/** Id of the page's own boundary, which boundaries of the app never have. */
const PAGE_BOUNDARY = 'fw'

/** Returns whether content outside all boundaries of the app is pending: a `lazy()` component, or a resource that is read. */
export function waitsOutside({ suspense }: Pass): boolean {
  return Object.keys(suspense).some((id) => id.startsWith(PAGE_BOUNDARY))
}

/** Solid prints nothing for pending content outside all boundaries, and doesn't wait for it. */
export function renderAlone(tree: () => unknown): string {
  return htmlText(tree())
}

/**
 * Notes pending content for `waitsOutside`, like a boundary around the page; the HTML is usable only without such content.
 * Rendering in a boundary takes up to a tenth longer.
 */
export function renderNoting(tree: () => unknown): string {
  const owner = getOwner()
  boundaryKey ??= findBoundaryKey()
  if (owner === null || boundaryKey === undefined) return renderInBoundary(tree)
  const resources = new Map<string, { readonly _loading: boolean }>()
  const boundary = { resources, completed: () => undefined }
  owner.context = { ...owner.context, [boundaryKey]: boundary }
  const html = renderAlone(tree)
  for (const { _loading } of resources.values())
    if (_loading && solidShared.context !== undefined) solidShared.context.suspense[PAGE_BOUNDARY] = boundary
  return html
}

let boundaryKey: symbol | undefined

/** Returns the key under which an owner's context has the nearest boundary, which Solid doesn't export. */
function findBoundaryKey(): symbol | undefined {
  const outer = solidShared.context
  let key: symbol | undefined
  solidShared.context = { id: '', count: 0, suspense: {} } as unknown as SolidContext // the members that a boundary reads
  try {
    createRoot((dispose) => {
      const props = {
        get children() {
          const context: Record<symbol, { readonly resources?: unknown }> = getOwner()?.context ?? {}
          key = Object.getOwnPropertySymbols(context).find((one) => context[one]?.resources instanceof Map)
          return ''
        },
      }
      Suspense(props)
      dispose()
    })
  } finally {
    solidShared.context = outer
  }
  return key
}

/** Renders the page in a boundary, which waits for pending content. */
export function renderInBoundary(tree: () => unknown): string {
  const outer = solidShared.context
  if (outer === undefined) return renderAlone(tree)
  const props = {
    get children() {
      // The app's boundaries and islands get the same ids as without this boundary.
      if (solidShared.context !== undefined) solidShared.context = { ...solidShared.context, id: '', count: 0 }
      return new Html(htmlText(tree()))
    },
  }
  solidShared.context = { ...outer, id: PAGE_BOUNDARY, count: 0 }
  try {
    const shown: unknown = Suspense(props as unknown as Parameters<typeof Suspense>[0]) // Solid does not type rendered HTML
    // For a pending page, Solid returns a placeholder object, which is markup.
    const place = typeof shown === 'object' && shown !== null && 't' in shown ? new Html(String(shown.t)) : shown
    return htmlText(place)
  } finally {
    solidShared.context = outer
  }
}

/** Resolves a pending boundary. Returns true if its fallback has been sent to the browser. */
type Settle = (value?: string, error?: unknown) => boolean

function newState({ markup, ctx, onIslandError, onLostHandler, hasFormKeys = true }: PassOptions): RenderState {
  const stores = new Map()
  return {
    places: new Map(),
    instances: [],
    markup,
    ctx,
    stores,
    onIslandError,
    onLostHandler,
    hasFormKeys,
    hasRegions: false,
  }
}

/** Collects the HTML of the error boundary that handles an error of a late part. */
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
    // Outside islands: Solid would send the error that a boundary caught to the browser.
    else if (solidShared.context?.noHydrate) noteEnding(pass, value)
    serialize(id, value, wait)
  }

  // An error boundary around a pending boundary handles its error synchronously.
  if (replace)
    context.replace = (id, payload) => {
      if (takeover !== undefined) {
        takeover.html = htmlText(payload())
        return
      }
      if (pass.failure === failing) pass.failure = undefined
      replace(id, payload)
    }

  /** Returns the fallback of the nearest error boundary for a failed late part; `undefined` without one. */
  const lateFallback = (owner: Owner | null, error: unknown): string | undefined => {
    takeover = { html: '' }
    try {
      runWithOwner(owner, () => {
        throw error
      })
      return takeover.html
    } catch (uncaught) {
      if (pass.ending === undefined) pass.onLateError?.(uncaught)
      return undefined
    } finally {
      takeover = undefined
    }
  }

  if (registerFragment)
    context.registerFragment = (key) => {
      const isStatic = solidShared.context?.noHydrate === true
      const owner = getOwner()
      const done = isStatic ? withPartPromise(() => registerFragment(key)) : registerFragment(key)
      /** Whether the part has failed without an error boundary that shows a fallback. */
      let isEmpty = false
      const settle: Settle = (value, error) => {
        // The error is passed to an outer error boundary, and this boundary stays pending.
        if (takeover !== undefined) return false
        // An outer boundary renders its content again when its own data arrives, and a boundary in it that has failed fails again:
        // now it passes the error to its error boundary, which hasn't rendered its fallback in the new content.
        if (!open.delete(settle)) return isEmpty
        if (error === undefined) return done(value)
        if (isStatic) noteEnding(pass, error)
        if (!pass.flushed) {
          failing = error
          pass.failure ??= error
          pass.onFailure?.()
          return done(value, error)
        }
        // A boundary inside an island fails in the browser too, which has its error boundary.
        const fallback = isStatic ? lateFallback(owner, error) : undefined
        isEmpty = fallback === undefined
        if (!isStatic) return done(value, error)
        done(fallback ?? '')
        // Also if an outer boundary is pending, which would receive the error, and show nothing of its content.
        return true
      }
      open.add(settle)
      return settle
    }
}

/** Records the errors that `notFound()` and `redirect()` throw. */
function noteEnding(pass: Pass, error: unknown): void {
  if (!(error instanceof Redirect || (error instanceof FwError && error.code === 'not_found'))) return
  pass.ending ??= error
  if (!pass.flushed) pass.onFailure?.()
}
