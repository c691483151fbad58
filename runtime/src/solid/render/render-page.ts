/** Renders a page's tree to HTML on the server: static by default, islands marked inside it. */
import { renderToStream } from 'solid-js/web'
import type { RenderedStore } from '#contract/page/store.ts'
import { SOLID_PLACE_PART, writePlacePart } from './place-part.ts'
import { renderAtOnce } from './render-at-once.ts'
import {
  createPass,
  type Pass,
  type PassOptions,
  renderAlone,
  renderInBoundary,
  renderNoting,
  SCRIPTS_END,
  waitsOutside,
} from './render-pass.ts'
import { RENDER_PLUGINS } from './render-plugins.ts'
import { type IslandInstance, type RenderState, solidShared } from './render-state.ts'

export interface RenderOptions extends PassOptions {
  /** Nonce of the inline scripts with asynchronous data of islands. */
  readonly nonce?: string | undefined
  /**
   * Called after the first pass, before a second pass with pending data. Returns false if the page won't be used as it is.
   * Default: it will.
   */
  readonly isWhole?: () => boolean
  /**
   * If set, pending parts are streamed after the rest, which contains their fallbacks. Receives errors of such parts that no
   * error boundary handles. Default: the page waits for all parts.
   */
  readonly onLateError?: ((error: unknown) => void) | undefined
}

export interface RenderedDocument {
  readonly html: string
  /** Inline scripts with data that islands loaded on the server; empty for most pages. They need `SOLID_DATA_BOOTSTRAP`. */
  readonly scripts: string
  /** The islands that are in the HTML, in order of appearance. */
  readonly instances: readonly IslandInstance[]
  /** The stores that the page used, by alias. */
  readonly stores: ReadonlyMap<string, RenderedStore>
  /** Whether the page has `<Live>` regions. Pending parts may still add the first one. */
  hasRegions(): boolean
  /** Stream of the pending parts, if `onLateError` is set and a boundary is pending. Needs `SOLID_DATA_BOOTSTRAP`. */
  readonly rest?: ReadableStream<PagePart>
}

/** HTML for the end of the body. */
export interface PagePart {
  readonly html: string
  /** The islands in it. */
  readonly instances: readonly IslandInstance[]
  /** Set if `notFound()` or `redirect()` was called in this part, too late for the status of the response. */
  readonly ending?: Pass['ending']
}

/**
 * Must run before the scripts of `RenderedDocument.scripts` and of its `rest`; with client navigation, once for each page.
 * Notifies the loader of each part that has arrived. Data that failed to load on the server arrives as a promise that rejects
 * before its island can handle it, which must not count as an error of the page. Solid's serializer marks these promises.
 */
export const SOLID_DATA_BOOTSTRAP =
  'Object.hasOwn(self,"_$HY")||(self._$HY={events:[],completed:new WeakSet,r:{},fe(){document.dispatchEvent(new Event("fw:part"))}});' +
  'Object.hasOwn(self,"$R")||addEventListener("unhandledrejection",e=>{if(e.promise.s===2){e.preventDefault();e.stopImmediatePropagation()}});' +
  '$R=[]'

/** Maximum time that a page waits for its data, if it isn't streamed. */
const WAIT_MS = 30_000

/**
 * Renders `tree`, in which only islands are hydratable. Returns synchronously, unless a boundary is pending after the first
 * pass, in which Solid fetches no data; then a second pass renders the page. Throws, or rejects with, errors of the tree that
 * occur before the first byte is sent.
 */
export function renderDocument(
  tree: () => unknown,
  options: RenderOptions,
): RenderedDocument | Promise<RenderedDocument> {
  const solidOptions = { nonce: options.nonce, plugins: RENDER_PLUGINS }
  const first = createPass(tree, options, renderNoting)
  const { html, scripts } = renderAtOnce(first, solidOptions)
  if (first.ending !== undefined) throw first.ending
  if (!isWaiting(first) || options.isWhole?.() === false) return toDocument(html, scripts, first.state)
  // Content outside all boundaries can't be streamed later: the page waits for it, and is sent as a whole.
  const isWhole = waitsOutside(first)
  const second = createPass(tree, options, isWhole ? renderInBoundary : renderAlone)
  const rendering = renderToStream(second.code, solidOptions)
  solidShared.context = undefined
  return isWhole || options.onLateError === undefined
    ? renderWhole(second, rendering)
    : renderParts(second, rendering, options.onLateError, writePlacePart(options.nonce))
}

function isWaiting({ suspense }: Pass): boolean {
  for (const _ in suspense) return true
  return false
}

type Rendering = ReturnType<typeof renderToStream>

/** Resolves with the complete page. Rejects as soon as the page has failed, even if other parts are pending. */
function renderWhole(pass: Pass, rendering: Rendering): Promise<RenderedDocument> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(error)
      pass.abandon()
    }
    const timer = setTimeout(() => fail(new Error(`Data of the page did not load within ${WAIT_MS} ms.`)), WAIT_MS)
    pass.onFailure = () => queueMicrotask(() => hasFailed(pass) && fail(pass.ending ?? pass.failure))
    const whole = rendering as unknown as { then(use: (html: string) => void): void } // `renderToStringAsync` awaits it too
    whole.then((html) => {
      clearTimeout(timer)
      if (hasFailed(pass)) reject(pass.ending ?? pass.failure)
      else resolve(finish(html, pass.state))
    })
  })
}

/** Resolves with the page and a stream of its late parts. */
function renderParts(
  pass: Pass,
  rendering: Rendering,
  onLateError: (error: unknown) => void,
  placePart: string,
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
        if (pass.flushed) return parts.add(html.replaceAll(SOLID_PLACE_PART, placePart))
        pass.flushed = true
        // Without further parts, Solid ends the stream in the same turn.
        queueMicrotask(() => {
          if (hasFailed(pass)) return fail()
          const page = finish(html, pass.state)
          for (const { id } of page.instances) parts.sent.add(id)
          resolve(parts.ended ? page : { ...page, rest: parts.stream })
        })
      },
      end: () => parts.end(),
    } as never) // Solid's type omits `end`
  })
}

function hasFailed(pass: Pass): boolean {
  return pass.ending !== undefined || pass.failure !== undefined
}

/** Converts Solid's callbacks to a stream of parts. */
class PartQueue {
  readonly stream: ReadableStream<PagePart>
  /** Ids of the islands that have been sent. */
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
    const instances = filterPresent(
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
  // The scripts contain no `<` of data.
  const end = output.indexOf(SCRIPTS_END)
  return toDocument(output.slice(end + SCRIPTS_END.length), output.slice(0, end), state)
}

function toDocument(html: string, scripts: string, state: RenderState): RenderedDocument {
  const { instances, stores } = state
  // Boundaries that render twice leave islands that aren't in the page.
  const present = filterPresent(html, instances)
  // The scripts only contain data of islands.
  const hasRegions = () => state.hasRegions
  return { html, scripts: present.length > 0 ? scripts : '', instances: present, stores, hasRegions }
}

/** Returns the islands that are in the HTML. They are nearly always in order, so each search begins after the last match. */
function filterPresent(html: string, instances: readonly IslandInstance[]): readonly IslandInstance[] {
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
