/**
 * Merges a newer version of a page into the document, in place. Only what has changed is touched, so the focus, scroll
 * positions, selections, typed values, playing media and opened details stay. Small, because it is all that a live page
 * without islands loads for it; pages with islands use the merge of the navigation.
 */

type AnyNode = ChildNode & Partial<Pick<HTMLElement, 'getAttribute' | 'outerHTML' | 'isContentEditable'>>

type Parent = Node & ParentNode

/** Returns what identifies a node among its siblings; nothing for most nodes. A form's fields can hide its members, such as `id` and `remove`. */
function readKey(node: AnyNode): string | null | undefined {
  return node.getAttribute?.('id') || node.getAttribute?.('data-key')
}

/** Returns the complete content of a node. Each render of a form has another key. */
function readContent(node: AnyNode): string {
  return (node.outerHTML ?? node.nodeName + node.nodeValue).replace(/(fw:key" value=")[^"]+/g, '$1')
}

/**
 * Returns what two nodes must share to be one. An element with a key is never another one, and neither is a form with other hidden
 * fields: in a list of forms that pay, a draft must not pay for another row.
 */
function readKind(node: AnyNode): string {
  return [
    node.nodeName,
    node.getAttribute?.('type'),
    node.getAttribute?.('name'),
    readKey(node),
    node.nodeName === 'FORM' && Array.from((node as HTMLFormElement).querySelectorAll('[type=hidden]'), readContent),
  ].join()
}

/**
 * Replaces `live`, which are siblings in `parent` before `end`, by `next`. Nodes with the same key are one, then nodes with the
 * same content, then nodes of the same kind.
 */
export function mergeNodes(
  parent: Parent,
  live: readonly ChildNode[],
  next: readonly ChildNode[],
  end: Node | null,
): void {
  const rest = new Set(live)
  const matches = new Map<ChildNode, ChildNode>()
  for (const read of [(node: AnyNode) => readKey(node) && readKind(node), readContent, readKind]) {
    const found: Record<string, ChildNode[]> = {}
    for (const node of rest) {
      const name = `${read(node)}`
      found[name] ??= []
      found[name].push(node)
    }
    for (const node of next) {
      const name = !matches.has(node) && read(node)
      const match = name && found[name]?.shift()
      if (match) {
        matches.set(node, match)
        rest.delete(match)
      }
    }
  }
  let place = live.find((node) => !rest.has(node)) ?? end
  for (const node of rest) parent.removeChild(node)
  for (const node of next) {
    const match = matches.get(node)
    // A move keeps the focus and playback, where the browser supports it.
    const how = match && 'moveBefore' in parent ? 'moveBefore' : 'insertBefore'
    if (match) {
      mergeNode(match, node)
      // The node at this place is a later one now: all others stay where they are.
      if (place !== end && place?.nextSibling === match) {
        parent[how](place, end)
        place = match
      }
    }
    if (match && match === place) place = match.nextSibling
    else parent[how](match ?? node, place)
  }
}

/**
 * A user decides whether these are open. The nonce of a document isn't in its attributes. A form is busy while it is being sent, and
 * its key, which has a value unless it is a shared page, allows one run.
 */
const KEPT = / (open|nonce)$|^FORM.*busy$|fw:key value$/

function mergeNode(live: ChildNode, next: ChildNode): void {
  // Users edit their own text.
  if (live.isEqualNode(next) || (live as AnyNode).isContentEditable) return
  if (!(live instanceof Element)) {
    live.nodeValue = next.nodeValue
    return
  }
  // A field that the user hasn't changed follows its attributes.
  for (const name of [live, next as Element].flatMap((one) => one.getAttributeNames())) {
    const value = (next as Element).getAttribute(name) // of the same kind
    if (value === live.getAttribute(name) || KEPT.test(`${live.nodeName} ${live.getAttribute('name')} ${name}`))
      continue
    if (value === null) live.removeAttribute(name)
    else live.setAttribute(name, value)
  }
  const [to, from] = [live, next].map(
    (one): Parent => (one.nodeName === 'TEMPLATE' ? (one as HTMLTemplateElement).content : (one as Element)),
  ) as [Parent, Parent] // as many
  mergeNodes(to, [...to.childNodes], [...from.childNodes], null)
}
