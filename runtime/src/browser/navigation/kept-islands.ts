/** Islands of the document that stay when another page is shown. */

/** The live islands that stay, each with its place in the next page. */
export type KeptIslands = ReadonlyMap<Element, Element>

/** Ends all islands but those for which `isKept` returns `true`. */
export type EndIslands = (isKept: (island: { readonly id: string; readonly host: Element }) => boolean) => void

/** Finds the live islands of the document for the islands of `next` that match the selector, by component, name and key. */
export function findPersistent(next: Element, selector: string): Map<Element, Element> {
  const found = new Map<Element, Element>()
  const lives = new Map(Array.from(document.querySelectorAll('fw-island[ok]'), (live) => [identify(live), live]))
  for (const place of next.querySelectorAll(selector)) {
    const live = lives.get(identify(place))
    if (live && !found.has(live)) found.set(live, place)
  }
  return found
}

/** Returns what two islands must share to be one: the component, the name of a persistent island, and the key. */
export function identify(island: Element): string {
  const name = island.hasAttribute('keep') && island.getAttribute('i')
  return [island.getAttribute('c'), name, island.getAttribute('k')].join()
}

/** Returns the child nodes. A field with the name `childNodes` hides that property of its form. */
export function readChildNodes(node: Node): NodeListOf<ChildNode> {
  return Reflect.get(Node.prototype, 'childNodes', node) as NodeListOf<ChildNode> // its type
}

/** Inserts a node. One that is in the document keeps the focus, playback and scroll positions, if the browser supports it. */
export function moveNode(parent: Node & ParentNode, node: Node, before: Node | null): void {
  const isMove = 'moveBefore' in parent && parent.isConnected && node.isConnected && node.ownerDocument === document
  parent[isMove ? 'moveBefore' : 'insertBefore'](node, before)
}
