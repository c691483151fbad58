/** Scripts in the body of a fetched page. One that is in the document already, such as a layout's, doesn't run again. */
import { adoptNode } from './adopt-node.ts'
import { getMarkup } from './node-markup.ts'

/** Scripts to run, each with its executable copy. */
type Scripts = readonly (readonly [node: Element, made: Element])[]

/** Finds the scripts of the next body that run. Call it before the body is changed. */
export function findScripts(next: Element): Scripts {
  // The browser's own prefetches are useless for a document that fetches its pages.
  next.querySelector('script#fw-speculation')?.remove()
  const known = new Set(Array.from(document.body.querySelectorAll('script'), getMarkup))
  return [...next.querySelectorAll('script')].flatMap((node) =>
    isPageData(node) || !known.has(getMarkup(node)) ? [[node, adoptNode(node)] as const] : [],
  )
}

/** Runs the scripts that are in the document now. */
export function runScripts(scripts: Scripts): void {
  for (const [node, made] of scripts) if (node.isConnected && node.ownerDocument === document) node.replaceWith(made)
}

/** Whether it contains data that the islands of one page loaded on the server. */
export function isPageData(script: Element): boolean {
  return script.textContent?.includes('_$HY') === true
}
