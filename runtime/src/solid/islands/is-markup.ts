import { Html } from '../render/html.ts'
import { isDeferred } from './defer.ts'

/** Whether a prop of an island contains markup: the server renders it as a slot. */
export function isMarkup(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isMarkup)
  return isDeferred(value) || value instanceof Html
}
