/**
 * The elements that receive a click, from its target outwards, through slots and shadow roots. Scripts can't see the slots of a
 * closed root, so the browser could activate a link there that no code has checked.
 */

/** Elements that can have a shadow root, except those with a dash in their name. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
)
/** Elements whose own action ends the search of the browser. The action of a text field or another button doesn't. */
const ACTIVE =
  'a[*|href], area[href], input:enabled:is([type=checkbox], [type=radio], [type=file], [type=color]), details > summary:first-of-type'
/** The same, if they have a form. */
const SENDERS = 'button:enabled:not([type=button]), input:enabled:is([type=submit], [type=image], [type=reset])'
/** A value without an effect of `will-change`, which no element inherits by default and no transition delays. */
const MARK = 'fw-slot'

/** Whether an element matches a selector. A field with the name `matches` hides that method of its form. */
export function matchesSelector(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector)
}

/** Returns the first element that receives the click and matches the selector; `closest` ends at the shadow root. */
export function findClicked<Found extends Element>(target: Node, selector: string): Found | undefined {
  for (const element of walkOutwards(target)) if (matchesSelector(element, selector)) return element as Found // as `closest` does
  return undefined
}

/** Yields the elements that receive a click, except those in a closed root around a slot that contains the target. */
export function* walkOutwards(target: Node): Generator<Element> {
  for (let node: Node | null | undefined = target; node; node = findOuter(node)) if (node instanceof Element) yield node
}

/** Whether a click may activate an element in a closed shadow root that has the target in a slot. */
export function mayActivateUnseen(target: Node): boolean {
  for (let node: Node | null | undefined = target; node; node = findOuter(node)) {
    if (node instanceof Element && isActive(node)) return false
    if (isInUnseenSlot(node)) return true
  }
  return false
}

function findOuter(node: Node): Node | null {
  const { assignedSlot, parentNode } = node as Element // other nodes have no slot
  return assignedSlot ?? (parentNode instanceof ShadowRoot ? parentNode.host : parentNode)
}

function isActive(element: Element): boolean {
  if (element instanceof HTMLLabelElement) return element.control?.matches(':enabled') ?? false
  if (matchesSelector(element, ACTIVE)) return true
  return matchesSelector(element, SENDERS) && (element as HTMLButtonElement).form !== null // buttons and inputs have it
}

/** A child inherits from its slot, and not from the host, if it is in a slot. */
function isInUnseenSlot(node: Node): boolean {
  const { parentElement: parent } = node
  if (!parent || parent.shadowRoot || !(HOSTS.has(parent.localName) || parent.localName.includes('-'))) return false
  // The style of a text and of an element outside the page can't be read.
  if (!(node instanceof HTMLElement || node instanceof SVGElement) || !node.isConnected) return true
  const restore = [setStyle(parent, MARK), setStyle(node, 'inherit')]
  const value = getComputedStyle(node).willChange
  for (const run of restore) run()
  // A child of a host without a slot has no style.
  return value !== MARK && value !== ''
}

function setStyle(element: Element, value: string): () => void {
  const { style } = element as HTMLElement // a host, or checked above
  const before = [style.getPropertyValue('will-change'), style.getPropertyPriority('will-change')] as const
  const hadStyle = element.hasAttribute('style')
  style.setProperty('will-change', value, 'important')
  return () => {
    // A policy may forbid to set the attribute.
    style.setProperty('will-change', ...before)
    if (!hadStyle && element.getAttribute('style') === '') element.removeAttribute('style')
  }
}

/**
 * Returns the `details` elements that a click opens or closes: the one whose summary contains `target`, and the open one of its group,
 * which closes when it opens. Browsers fire no event before that, only a later one.
 */
export function listToggledDetails(target: Element): readonly Element[] {
  const details = target.closest?.('summary')?.parentElement
  if (!isDetails(details)) return []
  const { name, open } = details
  if (open || !name) return [details]
  const root = details.getRootNode() as ParentNode // a click is in a document or a shadow tree
  const others = [...root.querySelectorAll('details[open]')].filter((other) => isDetails(other) && other.name === name)
  return [details, ...others]
}

/** A frame has classes of its own. */
function isDetails(element: Element | null | undefined): element is HTMLDetailsElement {
  return element?.localName === 'details'
}
