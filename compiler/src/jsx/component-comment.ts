/** Reads a component's doc comment. */
import type { types } from '@babel/core'

/** Returns the doc comment of a statement, up to its first tag, as one paragraph, or `undefined`. */
export function readComment(statement: types.Statement | undefined): string | undefined {
  const comment = statement?.leadingComments?.findLast(
    ({ type, value }) => type === 'CommentBlock' && value.startsWith('*'),
  )
  if (comment === undefined) return undefined
  const lines = comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
  const end = lines.findIndex((line) => line.startsWith('@'))
  const text = (end < 0 ? lines : lines.slice(0, end)).join(' ').replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}
