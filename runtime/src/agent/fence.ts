/** Marks around untrusted content, so that a model can tell it from instructions. */
import { withoutHidden } from '#contract/agent/hidden-text.ts'
import { digestText } from '#digest/digest-text.ts'

/** Creates the secret of the fences of a turn. It must be newer than the content, whose author could otherwise close the fence. */
export function createFenceSecret(): string {
  return crypto.randomUUID()
}

/**
 * Returns `text` between marks that its author can't know. Their id depends on the text: the model may have passed the ids
 * of earlier texts to the author of this one. The same text has the same id, so that providers still cache it.
 */
export function fenceText(text: string, secret: string): string {
  const id = digestText(`${secret}\n${text}`)
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 16)
  return `<data-${id}>\n${withoutHidden(text)}\n</data-${id}>`
}
