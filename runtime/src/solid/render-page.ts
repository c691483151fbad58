/** Renders a page's tree to HTML on the server: static by default, islands marked inside it. */
import { escape as escapeNode, renderToString, renderToStringAsync, resolveSSRNode } from 'solid-js/web'
import { FwError } from '#contract/error.ts'
import { Redirect } from '#contract/navigation.ts'
import {
  type IslandInstance,
  type IslandMarkup,
  type RenderState,
  type SolidContext,
  solidShared,
} from './render-state.ts'

export interface RenderOptions {
  /** Stamped on the inline scripts that carry async data of islands. */
  readonly nonce?: string
  /** Told about islands that threw on the server. */
  readonly onIslandError: (error: unknown, name: string) => void
  readonly markup: IslandMarkup
}

export interface RenderedPage {
  readonly html: string
  /** Inline scripts with data that islands loaded on the server; empty for most pages. They need `solidDataBootstrap`. */
  readonly scripts: string
  /** The islands that are in the HTML, in order of appearance. */
  readonly instances: readonly IslandInstance[]
}

/** Must run before the scripts of `RenderedPage.scripts`. */
export const SOLID_DATA_BOOTSTRAP = '_$HY={events:[],completed:new WeakSet,r:{},fe(){}}'

const END = '<!--fw-end-->'
const SCRIPTS = '<!--xs-->'

/**
 * Solid would put the message and the stack of an error that a boundary caught into the page. This plugin comes first
 * and sends neither.
 */
const ERROR_PLUGIN = {
  tag: 'fw/error',
  test: (value: unknown) => value instanceof Error,
  parse: { sync: () => ({}), async: async () => ({}), stream: () => ({}) },
  serialize: () => 'new Error("Internal error")',
  deserialize: () => new Error('Internal error'),
}

/**
 * Renders `tree` with nothing hydratable but its islands. Waits for `<Suspense>` only where a boundary is pending after
 * the first pass, in which Solid fetches nothing. Rejects with what the tree throws.
 */
export async function renderPage(tree: () => unknown, options: RenderOptions): Promise<RenderedPage> {
  const solidOptions = { nonce: options.nonce, plugins: [ERROR_PLUGIN] }
  const first = createPass(tree, options)
  try {
    const html = renderToString(first.code, solidOptions)
    if (first.ending !== undefined) throw first.ending
    if (Object.keys(first.suspense).length === 0) return finish(html, first.state)
  } finally {
    solidShared.context = undefined
  }
  const second = createPass(tree, options)
  const rendering = renderToStringAsync(second.code, solidOptions)
  solidShared.context = undefined
  const html = await rendering
  if (second.ending !== undefined) throw second.ending
  if (second.failure !== undefined) throw second.failure
  return finish(html, second.state)
}

/** One pass of a render; whoever runs Solid's renderer over `code` gets the page with its islands. */
export interface Pass {
  readonly state: RenderState
  /** Boundaries that wait, once `code` ran. */
  suspense: Record<string, unknown>
  /** What a boundary's data was rejected with, when no error boundary shows something in its place. */
  failure?: unknown
  /** What `notFound()` or `redirect()` threw: the answer of the whole page, whichever boundary caught it on its way. */
  ending?: Redirect | FwError
  code(): string
}

/** Prepares a pass. Solid must call `code` exactly once. */
export function createPass(tree: () => unknown, options: RenderOptions): Pass {
  const pass: Pass = {
    state: { nextId: 0, instances: [], markup: options.markup, onIslandError: options.onIslandError },
    suspense: {},
    code() {
      const context = solidShared.context
      if (context === undefined) throw new Error('Solid set no render context.')
      context.noHydrate = true
      context.fw = pass.state
      pass.suspense = context.suspense
      watchFailures(context, pass)
      const html = resolveSSRNode(escapeNode(tree() as string)) // it takes every kind of node and is typed for strings
      return { t: html + END + SCRIPTS } as unknown as string // Solid's own form of rendered HTML, which it does not type
    },
  }
  return pass
}

/** Without this, rejected data leaves a hole in the page and an unhandled rejection in the process. */
function watchFailures(context: SolidContext, pass: Pass): void {
  const { serialize, registerFragment, replace } = context
  context.serialize = (id, value, wait) => {
    if (value instanceof Promise) value.catch(() => undefined)
    // Of a page, and not of an island: what a boundary caught would go to the browser from here.
    else if (solidShared.context?.noHydrate) noteEnding(pass, value)
    serialize(id, value, wait)
  }
  if (registerFragment)
    context.registerFragment = (key) => {
      const done = registerFragment(key)
      return (value, error) => {
        noteEnding(pass, error)
        pass.failure ??= error
        return done(value, error)
      }
    }
  // An error boundary around the one that waited takes over, at once.
  if (replace)
    context.replace = (id, payload) => {
      pass.failure = undefined
      replace(id, payload)
    }
}

/** Keeps what `notFound()` and `redirect()` throw. */
function noteEnding(pass: Pass, error: unknown): void {
  if (error instanceof Redirect || (error instanceof FwError && error.code === 'not_found')) pass.ending ??= error
}

function finish(output: string, state: RenderState): RenderedPage {
  const end = output.lastIndexOf(END)
  const html = output.slice(0, end)
  const scripts = output.slice(end + END.length).replace(SCRIPTS, '')
  // A boundary that was rendered twice left islands behind that are not in the page.
  const present = state.instances.filter(({ id }) => html.includes(`<fw-island i="${id}"`))
  return { html, scripts: present.length > 0 ? scripts : '', instances: present }
}
