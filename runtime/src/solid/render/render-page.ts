/** Renders a page's tree to HTML on the server: static by default, islands marked inside it. */
import { renderToStream } from 'solid-js/web'
import type { RenderedStore } from '#contract/page/store.ts'
import { renderAtOnce } from './render-at-once.ts'
import { createPass, type Pass, type PassOptions, waitsOutside } from './render-pass.ts'
import { PART_MARKERS, RENDER_PLUGINS } from './render-plugins.ts'
import { type IslandInstance, type RenderState, solidShared } from './render-state.ts'

export interface RenderOptions extends PassOptions {
  /** Stamped on the inline scripts that carry async data of islands. */
  readonly nonce?: string | undefined
  /**
   * Asked after the first pass, before anything that waits is rendered again: false when the page will not be used as it
   * is. Default: it will.
   */
  readonly isWhole?: () => boolean
  /**
   * Parts that wait for data come after the rest, with their fallback in their place. Told what such a part throws when no
   * error boundary shows something instead. Default: the page waits for all of them.
   */
  readonly onLateError?: ((error: unknown) => void) | undefined
}

export interface RenderedDocument {
  readonly html: string
  /** Inline scripts with data that islands loaded on the server; empty for most pages. They need `SOLID_DATA_BOOTSTRAP`. */
  readonly scripts: string
  /** The islands that are in the HTML, in order of appearance. */
  readonly instances: readonly IslandInstance[]
  /** The stores that the page touched, by alias. */
  readonly stores: ReadonlyMap<string, RenderedStore>
  /** What is still to come, when `onLateError` was given and a boundary waits. Needs `SOLID_DATA_BOOTSTRAP`. */
  readonly rest?: ReadableStream<PagePart>
}

/** HTML for the end of the body. */
export interface PagePart {
  readonly html: string
  /** The islands in it. */
  readonly instances: readonly IslandInstance[]
  /** The page ended in this part, by `notFound()` or `redirect()`: too late for its status. */
  readonly ending?: Pass['ending']
}

/**
 * Must run before the scripts of `RenderedPage.scripts` and of its `rest`; in a document that navigates, once for each page.
 * Tells the loader of each part that arrived. What an island could not load on the server comes as a promise that rejects
 * before the island is there to hear of it: no error of the page's. Solid's serializer marks those promises.
 */
export const SOLID_DATA_BOOTSTRAP =
  'self._$HY||={events:[],completed:new WeakSet,r:{},fe(){document.dispatchEvent(new Event("fw:part"))}};' +
  'self.$R||addEventListener("unhandledrejection",e=>{if(e.promise.s===2){e.preventDefault();e.stopImmediatePropagation()}});' +
  '$R=[]'

/** How long a page that is sent whole waits for its data. */
const WAIT_MS = 30_000

/**
 * Renders `tree` with nothing hydratable but its islands: at once, unless a boundary is pending after the first pass, in
 * which Solid fetches nothing; then there is a second one. Throws, or rejects with, what the tree throws before the first
 * byte could be sent.
 */
export function renderDocument(
  tree: () => unknown,
  options: RenderOptions,
): RenderedDocument | Promise<RenderedDocument> {
  const solidOptions = { nonce: options.nonce, plugins: RENDER_PLUGINS }
  const first = createPass(tree, options)
  const { html, scripts } = renderAtOnce(first, solidOptions)
  if (first.ending !== undefined) throw first.ending
  if (!isWaiting(first) || options.isWhole?.() === false) return asPage(html, scripts, first.state)
  // What the page shows outside of every boundary can't come later: the page waits for it, and is sent whole.
  const isWhole = waitsOutside(first)
  const second = createPass(tree, options, isWhole)
  const rendering = renderToStream(second.code, solidOptions)
  solidShared.context = undefined
  return isWhole || options.onLateError === undefined
    ? renderWhole(second, rendering)
    : renderParts(second, rendering, options.onLateError)
}

function isWaiting({ suspense }: Pass): boolean {
  for (const _ in suspense) return true
  return false
}

type Rendering = ReturnType<typeof renderToStream>

/** Rejects as soon as the page has failed, whatever else it still waits for. */
function renderWhole(pass: Pass, rendering: Rendering): Promise<RenderedDocument> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(error)
      pass.abandon()
    }
    const timer = setTimeout(() => fail(new Error(`The page still waits for data after ${WAIT_MS} ms.`)), WAIT_MS)
    pass.onFailure = () => queueMicrotask(() => hasFailed(pass) && fail(pass.ending ?? pass.failure))
    const whole = rendering as unknown as { then(use: (html: string) => void): void } // as `renderToStringAsync` awaits it
    whole.then((html) => {
      clearTimeout(timer)
      if (hasFailed(pass)) reject(pass.ending ?? pass.failure)
      else resolve(finish(html, pass.state))
    })
  })
}

/** Resolves once the page without its late parts is there. */
function renderParts(
  pass: Pass,
  rendering: Rendering,
  onLateError: (error: unknown) => void,
): Promise<RenderedDocument> {
  return new Promise((resolve, reject) => {
    const fail = () => {
      reject(pass.ending ?? pass.failure)
      pass.abandon()
    }
    pass.onFailure = () => queueMicrotask(() => hasFailed(pass) && fail())
    pass.onLateError = onLateError
    const parts = new PartQueue(pass)
    rendering.pipe({
      write(html: string) {
        if (pass.flushed) return parts.add(html)
        pass.flushed = true
        // Solid says in the same turn when nothing else comes.
        queueMicrotask(() => {
          if (hasFailed(pass)) return fail()
          const page = finish(html, pass.state)
          for (const { id } of page.instances) parts.sent.add(id)
          resolve(parts.ended ? page : { ...page, rest: parts.stream })
        })
      },
      end: () => parts.end(),
    } as never) // Solid types half of what it takes
  })
}

function hasFailed(pass: Pass): boolean {
  return pass.ending !== undefined || pass.failure !== undefined
}

/** The parts of a page from Solid's callbacks to a stream. */
class PartQueue {
  readonly stream: ReadableStream<PagePart>
  /** Ids of the islands that are with the browser. */
  readonly sent = new Set<string>()
  ended = false
  readonly #pass: Pass
  #controller: ReadableStreamDefaultController<PagePart> | undefined
  #ending: Pass['ending']

  constructor(pass: Pass) {
    this.#pass = pass
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => {
        this.ended = true
        pass.abandon()
      },
    })
  }

  add(html: string): void {
    if (this.ended) return
    const { instances: all } = this.#pass.state
    const instances = presentIn(
      html,
      all.filter(({ id }) => !this.sent.has(id)),
    )
    for (const { id } of instances) this.sent.add(id)
    const { ending } = this.#pass
    this.#controller?.enqueue(ending === this.#ending ? { html, instances } : { html, instances, ending })
    this.#ending = ending
  }

  end(): void {
    if (this.ended) return
    this.ended = true
    this.#controller?.close()
  }
}

function finish(output: string, state: RenderState): RenderedDocument {
  const end = output.lastIndexOf(PART_MARKERS.end)
  const html = output.slice(0, end)
  return asPage(html, output.slice(end + PART_MARKERS.end.length).replace(PART_MARKERS.scripts, ''), state)
}

function asPage(html: string, scripts: string, { instances, stores }: RenderState): RenderedDocument {
  // A boundary that was rendered twice left islands behind that are not in the page.
  const present = presentIn(html, instances)
  // What is in the scripts is for islands.
  return { html, scripts: present.length > 0 ? scripts : '', instances: present, stores }
}

/** The islands that are in the HTML. Nearly always they come in order, and each search begins where the last one ended. */
function presentIn(html: string, instances: readonly IslandInstance[]): readonly IslandInstance[] {
  let from = 0
  const missing = new Set<IslandInstance>()
  for (const instance of instances) {
    const mark = `<fw-island i="${instance.id}"`
    let place = html.indexOf(mark, from)
    if (place === -1 && from > 0) place = html.indexOf(mark)
    if (place === -1) missing.add(instance)
    else from = place + mark.length
  }
  return missing.size === 0 ? instances : instances.filter((instance) => !missing.has(instance))
}
