/**
 * Compares classes with the server's. `class` and `classList` share one attribute, so the comparison runs after the
 * hydration of the island, when all classes are known.
 */
import { getOwner, type Owner } from 'solid-js'

/** Classes of one element, as the browser renders them. */
interface RenderedClasses {
  /** Value of `class`; undefined if it is static. */
  whole: readonly string[] | undefined
  /** Classes that `classList` switches on and off. */
  readonly on: Set<string>
  readonly off: Set<string>
  /** Classes that other code has switched on directly, such as a `ref`, which doesn't run on the server. */
  readonly toggled: Set<string>
  owner: Owner | null
}

/** Receives the classes that the browser renders, for an element whose classes differ. */
type ReportClasses = (element: Element, expected: readonly string[], owner: Owner | null) => void

let current: Map<Element, RenderedClasses> | undefined

/** Runs `hydrate`, and then compares the classes that it has set. `getSent` returns the server's classes. */
export function watchClasses(
  hydrate: () => void,
  getSent: (element: Element) => readonly string[],
  report: ReportClasses,
): void {
  const outer = current
  const rendered = new Map<Element, RenderedClasses>()
  const restore = watchToggle(rendered)
  current = rendered
  try {
    hydrate()
    for (const [element, classes] of rendered) compare(element, classes, getSent(element), report)
  } finally {
    current = outer
    restore()
  }
}

/** Records the value of `class`. */
export function noteClass(element: Element, tokens: readonly string[]): void {
  const classes = current && getClasses(current, element)
  if (classes) classes.whole = tokens
}

/** Records classes of `classList`. */
export function noteClassList(element: Element, tokens: readonly string[], isOn: boolean): void {
  const classes = current && getClasses(current, element)
  if (classes) for (const token of tokens) classes[isOn ? 'on' : 'off'].add(token)
}

/** Records calls of `toggle`, to which constants in `classList` are compiled. Returns a function that stops it. */
function watchToggle(rendered: Map<Element, RenderedClasses>): () => void {
  const { prototype } = DOMTokenList
  const { toggle } = prototype
  const elements = new Map<DOMTokenList, Element>()
  for (const element of document.querySelectorAll('fw-island [class]')) elements.set(element.classList, element)
  prototype.toggle = function (this: DOMTokenList, token, force) {
    const element = elements.get(this)
    if (element && force === true) getClasses(rendered, element).toggled.add(token)
    return toggle.call(this, token, force)
  }
  return () => {
    prototype.toggle = toggle
  }
}

function getClasses(rendered: Map<Element, RenderedClasses>, element: Element): RenderedClasses {
  const known = rendered.get(element)
  if (known) return known
  const classes = {
    whole: undefined,
    on: new Set<string>(),
    off: new Set<string>(),
    toggled: new Set<string>(),
    owner: getOwner(),
  }
  rendered.set(element, classes)
  return classes
}

function compare(
  element: Element,
  { whole, on, off, toggled, owner }: RenderedClasses,
  sent: readonly string[],
  report: ReportClasses,
): void {
  const isOff = (token: string) => off.has(token) && !on.has(token)
  const base = whole ?? sent.filter((token) => !isOff(token))
  const expected = [...new Set([...base, ...on, ...sent.filter((token) => toggled.has(token))])]
  const isSame = expected.every((token) => sent.includes(token)) && sent.every((token) => expected.includes(token))
  if (!isSame) report(element, expected, owner)
}
