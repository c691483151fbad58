/** Renders a page's tree to HTML on the server: static by default, islands marked inside it. */
import { renderToStream, renderToString } from 'solid-js/web'
import { createPass, type Pass, type PassOptions } from './render-pass.ts'
import { PART_MARKERS, RENDER_PLUGINS } from './render-plugins.ts'
import { type IslandInstance, type RenderState, solidShared } from './render-state.ts'

export interface RenderOptions extends PassOptions {
  /** Stamped on the inline scripts that carry async data of islands. */
  readonly nonce?: string
  /**
   * Asked after the first pass, before anything that waits is rendered again: false when the page will not be used as it
   * is. Default: it will.
   */
  readonly isWhole?: () => boolean
  /**
   * Parts that wait for data come after the rest, with their fallback in their place. Told what such a part throws when no
   * error boundary shows something instead. Default: the page waits for all of them.
   */
  readonly onLateError?: (error: unknown) => void
}

export interface RenderedPage {
  readonly html: string
  /** Inline scripts with data that islands loaded on the server; empty for most pages. They need `SOLID_DATA_BOOTSTRAP`. */
  readonly scripts: string
  /** The islands that are in the HTML, in order of appearance. */
  readonly instances: readonly IslandInstance[]
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

/** Must run before the scripts of `RenderedPage.scripts` and of its `rest`. Tells the loader of each part that arrived. */
export const SOLID_DATA_BOOTSTRAP =
  '_$HY={events:[],completed:new WeakSet,r:{},fe(){document.dispatchEvent(new Event("fw:part"))}};$R=[]'

/** How long a page that is sent whole waits for its data. */
const WAIT_MS = 30_000

/**
 * Renders `tree` with nothing hydratable but its islands. Where a boundary is pending after the first pass, in which Solid
 * fetches nothing, there is a second one. Rejects with what the tree throws before the first byte could be sent.
 */
export async function renderPage(tree: () => unknown, options: RenderOptions): Promise<RenderedPage> {
  const solidOptions = { nonce: options.nonce, plugins: RENDER_PLUGINS }
  const first = createPass(tree, options)
  try {
    const html = renderToString(first.code, solidOptions)
    if (first.ending !== undefined) throw first.ending
    if (Object.keys(first.suspense).length === 0 || options.isWhole?.() === false) return finish(html, first.state)
  } finally {
    solidShared.context = undefined
  }
  const second = createPass(tree, options)
  const rendering = renderToStream(second.code, solidOptions)
  solidShared.context = undefined
  return options.onLateError === undefined
    ? renderWhole(second, rendering)
    : renderParts(second, rendering, options.onLateError)
}

type Rendering = ReturnType<typeof renderToStream>

/** Rejects as soon as the page has failed, whatever else it still waits for. */
function renderWhole(pass: Pass, rendering: Rendering): Promise<RenderedPage> {
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
function renderParts(pass: Pass, rendering: Rendering, onLateError: (error: unknown) => void): Promise<RenderedPage> {
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
    const instances = this.#pass.state.instances.filter(
      (instance) => !this.sent.has(instance.id) && isIn(html, instance),
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

function isIn(html: string, { id }: IslandInstance): boolean {
  return html.includes(`<fw-island i="${id}"`)
}

function finish(output: string, state: RenderState): RenderedPage {
  const end = output.lastIndexOf(PART_MARKERS.end)
  const html = output.slice(0, end)
  const scripts = output.slice(end + PART_MARKERS.end.length).replace(PART_MARKERS.scripts, '')
  // A boundary that was rendered twice left islands behind that are not in the page.
  const present = state.instances.filter((instance) => isIn(html, instance))
  // What is in the scripts is for islands.
  return { html, scripts: present.length > 0 ? scripts : '', instances: present }
}
