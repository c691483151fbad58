import { expect, it } from 'vitest'
import { findDocComment, parseDocComment } from '../../../compiler/src/program/doc-comments/doc-comment.ts'
import { typescript as ts } from '../../../compiler/src/program/typescript.ts'

const brief = (comment: string) => {
  const { text, tags } = parseDocComment(comment, 0)
  return { text, tags: tags.map((tag) => [tag.name, tag.text]) }
}

it('parses prose, tags on lines of their own, and keywords in the middle of a line', () => {
  expect(brief('/** Text. @minimum 1 @maximum 2 */')).toEqual({
    text: 'Text.',
    tags: [
      ['minimum', '1'],
      ['maximum', '2'],
    ],
  })
  expect(brief('/**\n * Two\n * lines.\n *\n * @example {"a":\n *   1}\n * @see x @minimum 3\n */')).toEqual({
    text: 'Two\nlines.',
    tags: [
      ['example', '{"a":\n  1}'],
      ['see', 'x'],
      ['minimum', '3'],
    ],
  })
})

it('ignores email addresses, unknown words after @ and fenced code', () => {
  expect(brief('/** Write to me@example.org or @somebody. */')).toEqual({
    text: 'Write to me@example.org or @somebody.',
    tags: [],
  })
  expect(brief('/** @pattern ^[^@]+@x$ */').tags).toEqual([['pattern', '^[^@]+@x$']])
  expect(brief('/**\n * ```ts\n * @minimum 1\n * ```\n */').tags).toEqual([])
})

it('reads links as their text', () => {
  expect(brief('/** See {@link Order} and {@link Cart | the cart}. */').text).toBe('See Order and the cart.')
})

it('returns the position of a tag', () => {
  const comment = '/**\n * Text.\n * @minimum   12  \n */'
  const [tag] = parseDocComment(comment, 100).tags
  expect(comment.slice((tag?.start ?? 0) - 100, (tag?.end ?? 0) - 100)).toBe('@minimum   12')
})

it("finds the comment of a member on the previous member's line, and no comment at the end of that line", () => {
  const text = `interface A {
  /** a */ a: 1; /** b */ b: 2 /** still b */
  c: 3
  // x
  /** first */
  /** d */
  d: 4
}`
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const [statement] = file.statements
  const members = statement && ts.isInterfaceDeclaration(statement) ? [...statement.members] : []
  expect(members.map((member) => findDocComment(member)?.text)).toEqual(['a', 'b', undefined, 'd'])
})
