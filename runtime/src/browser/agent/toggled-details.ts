/** The `details` elements that a click opens or closes. Browsers fire no event before that, only a later one. */

/** Returns the element whose summary contains `target`, and the open one of its group, which closes when it opens. */
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
