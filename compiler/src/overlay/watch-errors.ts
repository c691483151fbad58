/** Collects all errors of the page and reports them to the development server, which maps them to the sources. */
import type { BrowserReport, DevMarkup } from './dev-error.ts'
import { explain } from './explain.ts'

/** Part of the detail of `fw:call-error`. */
interface FailedPageCall {
  readonly tool: string
  readonly origin: string
  readonly definition: { readonly guard?: unknown; readonly effect?: string }
  readonly input: unknown
  readonly instance?: string
}

interface About extends Partial<Omit<BrowserReport, 'name' | 'message' | 'stack' | 'path' | 'bindings'>> {
  /** The element that the person used. */
  readonly element?: Element | undefined
}

/** Failed calls by their error. */
const calls = new WeakMap<object, { readonly call: FailedPageCall; readonly element: Element | undefined }>()
const reported = new WeakSet<object>()
/** `fetch`, before the app can replace it. */
export const nativeFetch = globalThis.fetch.bind(globalThis)
/** Target of the current event, for errors of its handlers. */
let currentTarget: Element | undefined
/** Target of the last event: an intent may fail long after the click that ran it. */
let lastTarget: Element | undefined

/** Adds the listeners. */
export function watchErrors(): void {
  addEventListener('error', ({ error, message, filename }) => {
    if (message.startsWith('ResizeObserver loop') || /^(?:chrome|moz|safari-web)-extension:/.test(filename)) return
    report(error ?? message, { kind: 'browser', island: findIsland(currentTarget), element: currentTarget })
  })
  addEventListener('unhandledrejection', ({ reason }) => report(reason, { kind: 'browser' }))
  document.addEventListener('fw:error', (event) => {
    const { error } = (event as CustomEvent<{ error: unknown }>).detail // dispatched by fw
    report(error, { kind: 'island', island: findIsland(event.target) })
  })
  document.addEventListener('fw:mismatch', (event) => {
    const { error } = (event as CustomEvent<{ error: Error & { markup: DevMarkup } }>).detail // dispatched by fw
    const element = event.target as Element // mismatches are dispatched on elements
    report(error, { kind: 'island', island: findIsland(element), element, markup: error.markup })
  })
  document.addEventListener('fw:call-error', (event) => {
    const { error, call } = (event as CustomEvent<{ error: unknown; call: FailedPageCall }>).detail // dispatched by fw
    const failed = { call, element: call.origin === 'human' ? lastTarget : undefined }
    if (isObject(error)) calls.set(error, failed)
    // A person's handler may still catch it. An agent receives an envelope, so the error must be reported here.
    if (isRefusal(error)) return
    if (call.origin === 'agent') report(error, { kind: 'intent', ...describeCall(failed) })
    else setTimeout(() => reportCaught(error, failed), CAUGHT_MS)
  })
  for (const type of ['click', 'input', 'change', 'submit', 'keydown', 'keyup', 'pointerdown', 'pointerup', 'focusin'])
    addEventListener(type, ({ target }) => recordTarget(target), true)
}

/** Time after which an uncaught rejection has been reported. */
const CAUGHT_MS = 50

/** Reports an error that a person's handler caught. It doesn't open the overlay, which would cover the component's own message. */
function reportCaught(
  error: unknown,
  failed: { readonly call: FailedPageCall; readonly element: Element | undefined },
): void {
  if (isObject(error) && reported.has(error)) return
  console.warn(`[fw] ${failed.call.tool} failed, and the page caught the error.`, error)
  report(error, { kind: 'intent', isCaught: true, ...describeCall(failed) })
  // If it is thrown again later, it is reported like other errors.
  if (isObject(error)) reported.delete(error)
}

function recordTarget(target: EventTarget | null): void {
  if (!(target instanceof Element)) return
  currentTarget = target
  lastTarget = target
  setTimeout(() => {
    if (currentTarget === target) currentTarget = undefined
  })
}

/** Sends an error, once. */
function report(thrown: unknown, about: About): void {
  if (isObject(thrown)) {
    if (reported.has(thrown)) return
    reported.add(thrown)
  }
  const failed = isObject(thrown) ? calls.get(thrown) : undefined
  const { element, ...known } =
    failed === undefined ? about : { ...about, kind: 'intent' as const, ...describeCall(failed) }
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

/** Describes the state that a node shows and the functions that it calls, if known. */
async function findBindings(element: Element | undefined): Promise<readonly string[] | undefined> {
  if (element === undefined) return undefined
  try {
    const { bindings } = await explain(element)
    const join = (title: string, names: readonly string[]) =>
      names.length === 0 ? [] : [`${title} ${names.join(', ')}`]
    return bindings.map(
      ({ at, kind, name, reads, calls: called, source }) =>
        `${name ?? kind} of ${at}: ${[...join('reads', reads), ...join('calls', called)].join('; ')} (${source})`,
    )
  } catch {
    // Bindings can be switched off.
    return undefined
  }
}

/** Sends a report to the server, which stores it and notifies every page. */
function send(body: BrowserReport): void {
  const headers = { 'content-type': 'application/json' }
  nativeFetch('/_fw/dev/errors', { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined)
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

function describeCall({
  call,
  element,
}: {
  readonly call: FailedPageCall
  readonly element: Element | undefined
}): About {
  const { tool, origin, definition, input, instance } = call
  const guard = typeof definition.guard === 'string' ? definition.guard : 'auto'
  const { effect } = definition
  const island = instance === undefined ? undefined : document.querySelector(`fw-island[i="${CSS.escape(instance)}"]`)
  return {
    call: { tool, origin, guard, ...(effect === undefined ? {} : { effect }), input: toText(input), isChecked: true },
    ...(island && { island: findIsland(island) }),
    // An element outside the island isn't related to the call.
    element: island?.contains(element ?? null) ? element : undefined,
  }
}

/** Returns the island around a node of the page. */
function findIsland(node: EventTarget | null | undefined): BrowserReport['island'] {
  const element = node instanceof Element ? node.closest('fw-island') : null
  return element === null ? undefined : describeIsland(element, readIslandNames())
}

function listMountedIslands(): BrowserReport['islands'] {
  const names = readIslandNames()
  return [...document.querySelectorAll('fw-island')].slice(0, 200).map((element) => describeIsland(element, names))
}

function describeIsland(element: Element, names: ReadonlyMap<string, string>): NonNullable<BrowserReport['island']> {
  const component = element.getAttribute('c') ?? ''
  return { id: element.getAttribute('i') ?? '', component, name: names.get(component) ?? component }
}

/** Returns the names of islands, which the server has added to the page. */
function readIslandNames(): ReadonlyMap<string, string> {
  const maps = [...document.querySelectorAll('script[id^=fw-islands]')]
  return new Map(
    maps.flatMap(({ textContent }) =>
      Object.entries((JSON.parse(textContent ?? '{}') as { n: Record<string, string> }).n),
    ),
  ) // its format
}

/** Returns whether the error is the caller's mistake, such as invalid input. */
function isRefusal(error: unknown): boolean {
  const { status } = Object(error) as { status?: unknown }
  return typeof status === 'number' && status > 0 && status < 500
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Formats any value of an app, which may be circular, reactive, or throw when it is read. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return (
      JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}n` : one), 2) ?? String(value)
    ).slice(0, 4000)
  } catch {
    return '[not printable]'
  }
}
