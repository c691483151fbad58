/** Hears of everything that goes wrong in the page, and tells the development server, which knows the sources. */
import type { BrowserReport, DevMarkup } from './dev-error.ts'
import { explain } from './explain.ts'

/** As `fw:call-error` carries it. */
interface FailedPageCall {
  readonly tool: string
  readonly origin: string
  readonly definition: { readonly guard?: unknown; readonly effect?: string }
  readonly input: unknown
  readonly instance?: string
}

interface About extends Partial<Omit<BrowserReport, 'name' | 'message' | 'stack' | 'path' | 'bindings'>> {
  /** What was acted on. */
  readonly element?: Element | undefined
}

/** What is known of errors that are on their way out. */
const calls = new WeakMap<object, { readonly call: FailedPageCall; readonly element: Element | undefined }>()
const reported = new WeakSet<object>()
/** `fetch`, before the app can put something else in its place. */
export const ask = globalThis.fetch.bind(globalThis)
/** What is being acted on, for the errors of its handlers. */
let acting: Element | undefined
/** What was acted on last: an intent may fail long after the click that ran it. */
let actedOn: Element | undefined

/** Listens from now on. */
export function watchErrors(): void {
  addEventListener('error', ({ error, message, filename }) => {
    if (message.startsWith('ResizeObserver loop') || /^(?:chrome|moz|safari-web)-extension:/.test(filename)) return
    report(error ?? message, { kind: 'browser', island: findIsland(acting), element: acting })
  })
  addEventListener('unhandledrejection', ({ reason }) => report(reason, { kind: 'browser' }))
  document.addEventListener('fw:error', (event) => {
    const { error } = (event as CustomEvent<{ error: unknown }>).detail // ours are
    report(error, { kind: 'island', island: findIsland(event.target) })
  })
  document.addEventListener('fw:mismatch', (event) => {
    const { error } = (event as CustomEvent<{ error: Error & { markup: DevMarkup } }>).detail // ours are
    const element = event.target as Element // elements alone are reported
    report(error, { kind: 'island', island: findIsland(element), element, markup: error.markup })
  })
  document.addEventListener('fw:call-error', (event) => {
    const { error, call } = (event as CustomEvent<{ error: unknown; call: FailedPageCall }>).detail // ours are
    const failed = { call, element: call.origin === 'human' ? actedOn : undefined }
    if (isObject(error)) calls.set(error, failed)
    // A person's handler may still catch it; an agent gets an envelope, and nobody else would hear of it.
    if (isRefusal(error)) return
    if (call.origin === 'agent') report(error, { kind: 'intent', ...aboutCall(failed) })
    else setTimeout(() => reportCaught(error, failed), CAUGHT_MS)
  })
  for (const type of ['click', 'input', 'change', 'submit', 'keydown', 'keyup', 'pointerdown', 'pointerup', 'focusin'])
    addEventListener(type, ({ target }) => act(target), true)
}

/** A promise that nothing catches is reported by then. */
const CAUGHT_MS = 50

/** A person's handler caught it: no overlay covers what the component shows instead. */
function reportCaught(
  error: unknown,
  failed: { readonly call: FailedPageCall; readonly element: Element | undefined },
): void {
  if (isObject(error) && reported.has(error)) return
  console.warn(`[fw] ${failed.call.tool} failed, and the page caught the error.`, error)
  report(error, { kind: 'intent', isCaught: true, ...aboutCall(failed) })
  // If it is thrown again later, it is reported as any other.
  if (isObject(error)) reported.delete(error)
}

function act(target: EventTarget | null): void {
  if (!(target instanceof Element)) return
  acting = target
  actedOn = target
  setTimeout(() => {
    if (acting === target) acting = undefined
  })
}

/** Sends what was thrown, once. */
function report(thrown: unknown, about: About): void {
  if (isObject(thrown)) {
    if (reported.has(thrown)) return
    reported.add(thrown)
  }
  const failed = isObject(thrown) ? calls.get(thrown) : undefined
  const { element, ...known } =
    failed === undefined ? about : { ...about, kind: 'intent' as const, ...aboutCall(failed) }
  const { cause, ...own } = describe(thrown)
  const causes = []
  for (let next = cause; next !== undefined && causes.length < 5; ) {
    const { cause: further, name, message, stack } = describe(next)
    causes.push({ name, message, stack })
    next = further
  }
  const body = {
    kind: 'browser',
    ...known,
    ...own,
    causes,
    path: location.pathname,
    islands: listMountedIslands(),
  } as const
  void findBindings(element).then((bindings) => send({ ...body, bindings }))
}

/** What the node reads and does, where that is known. */
async function findBindings(element: Element | undefined): Promise<readonly string[] | undefined> {
  if (element === undefined) return undefined
  try {
    const { bindings } = await explain(element)
    const words = (title: string, names: readonly string[]) =>
      names.length === 0 ? [] : [`${title} ${names.join(', ')}`]
    return bindings.map(
      ({ at, kind, name, reads, calls: called, source }) =>
        `${name ?? kind} of ${at}: ${[...words('reads', reads), ...words('calls', called)].join('; ')} (${source})`,
    )
  } catch {
    // Bindings can be switched off.
    return undefined
  }
}

/** The server keeps it, and tells every page that there is something new. */
function send(body: BrowserReport): void {
  const headers = { 'content-type': 'application/json' }
  ask('/_fw/dev/errors', { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined)
}

function describe(
  thrown: unknown,
): Pick<BrowserReport, 'name' | 'message' | 'stack' | 'code' | 'status'> & { cause?: unknown } {
  if (!(thrown instanceof Error)) return { name: 'Thrown', message: toText(thrown), stack: '' }
  const { name, message, stack = '', cause } = thrown
  const { code, status } = thrown as { code?: unknown; status?: unknown } // of a stub
  return {
    name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof status === 'number' && { status }),
    cause,
  }
}

function aboutCall({ call, element }: { readonly call: FailedPageCall; readonly element: Element | undefined }): About {
  const { tool, origin, definition, input, instance } = call
  const guard = typeof definition.guard === 'string' ? definition.guard : 'auto'
  const { effect } = definition
  const island = instance === undefined ? undefined : document.querySelector(`fw-island[i="${CSS.escape(instance)}"]`)
  return {
    call: { tool, origin, guard, ...(effect === undefined ? {} : { effect }), input: toText(input), isChecked: true },
    ...(island && { island: findIsland(island) }),
    // What was acted on elsewhere since then says nothing.
    element: island?.contains(element ?? null) ? element : undefined,
  }
}

/** The island around a node of the page. */
function findIsland(node: EventTarget | null | undefined): BrowserReport['island'] {
  const element = node instanceof Element ? node.closest('fw-island') : null
  return element === null ? undefined : describeIsland(element, islandNames())
}

function listMountedIslands(): BrowserReport['islands'] {
  const names = islandNames()
  return [...document.querySelectorAll('fw-island')].slice(0, 200).map((element) => describeIsland(element, names))
}

function describeIsland(element: Element, names: ReadonlyMap<string, string>): NonNullable<BrowserReport['island']> {
  const component = element.getAttribute('c') ?? ''
  return { id: element.getAttribute('i') ?? '', component, name: names.get(component) ?? component }
}

/** The server wrote them beside the islands. */
function islandNames(): ReadonlyMap<string, string> {
  const maps = [...document.querySelectorAll('script[id^=fw-islands]')]
  return new Map(
    maps.flatMap(({ textContent }) =>
      Object.entries((JSON.parse(textContent ?? '{}') as { n: Record<string, string> }).n),
    ),
  ) // its format
}

/** The caller's own mistake, told to it. */
function isRefusal(error: unknown): boolean {
  const { status } = Object(error) as { status?: unknown }
  return typeof status === 'number' && status > 0 && status < 500
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Values of an app can be anything: circular, live, or throw when they are read. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return (
      JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}n` : one), 2) ?? String(value)
    ).slice(0, 4000)
  } catch {
    return '[cannot be shown]'
  }
}
