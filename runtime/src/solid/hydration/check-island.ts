/** Hydrates an island in `fw dev` and compares what its component returns with what the server sent. */
import { runWithOwner } from 'solid-js'
import { getSentClasses, reportClasses } from './compare-attributes.ts'
import { watchClasses } from './compare-classes.ts'
import { compareContent, snapshotContent, type WatchedContent, watchContent } from './compare-content.ts'
import { getStructuralMismatch, reportMismatch } from './mismatch.ts'
import { printElement } from './print-markup.ts'
import { storeAttributes } from './sent-attributes.ts'

/**
 * Calls `hydrate` with a function through which the content of the island passes. An error after a structural mismatch is
 * replaced by the mismatch, which is its cause.
 */
export function checkIsland(island: Element, hydrate: (watch: (content: unknown) => unknown) => void): void {
  const sent = snapshotContent(island.childNodes)
  let content: WatchedContent | undefined
  storeAttributes(island)
  try {
    const run = () =>
      hydrate((value) => {
        content = watchContent(value)
        return content.value
      })
    watchClasses(run, getSentClasses, (element, classes, owner) =>
      runWithOwner(owner, () => reportClasses(element, classes)),
    )
  } catch (error) {
    if (isSolidMismatch(error))
      reportMismatch(island, {
        what: 'the browser renders an element that the server did not send',
        server: printElement(island, sent),
        browser: '(an element of a dynamic component)',
        isStructural: true,
      })
    throw getStructuralMismatch(island) ?? error
  }
  if (content) compareContent(island, sent, content)
}

/** Returns whether Solid's development version threw the error for a missing element (solid-js 1.9.19, web/dist/dev.js). */
function isSolidMismatch(error: unknown): boolean {
  return error instanceof Error && /^(?:Hydration Mismatch|Failed attempt to create new DOM)/.test(error.message)
}
