/** Formats the difference of two texts as a unified diff, like `git diff`. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

const OPTIONS = { context: 3, headerOptions: FILE_HEADERS_ONLY }

/** Returns the changes of `file`, without a line break at the end; empty if nothing has changed. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return ''
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, OPTIONS).replace(/\n$/, '')
}
