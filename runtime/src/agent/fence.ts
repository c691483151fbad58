/** Marks around untrusted content, so that a model can tell it from instructions. */
import { withoutHidden } from '#contract/agent/hidden-text.ts'

/** Creates the id of a fence. It must be newer than the content, whose author could otherwise close the fence. */
export function createFenceId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16)
}

/** Returns `text` between marks that its author can't know. */
export function fenceText(text: string, id: string): string {
  return `<data-${id}>\n${withoutHidden(text)}\n</data-${id}>`
}
