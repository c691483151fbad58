import { listScriptJson } from '#analyze/pages/script-json.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** HTML has no escapes in a script element, so the renderer can't escape its content. */
export const unescapedJson = createRule({
  code: 'unescaped-json',
  number: 1153,
  severity: 'warning',
  title: 'JSON in a script element is not escaped',
  messages: {
    raw: 'A string in this JSON that contains "</script>" ends the element, and its rest becomes HTML of the page: a value of a user could run a script. Replace each "<" with "\\u003c", or pass the object to jsonLd of meta, which does that.',
  },
  collect: listScriptJson,
  check(facts: readonly SourceSpan[], report) {
    for (const span of facts) {
      const end = { ...span, start: span.end, column: span.column + span.end - span.start }
      const edits = [{ span: end, text: ".replaceAll('<', '\\\\u003c')" }]
      report('raw', { span, data: {}, fixes: [{ title: 'Escape "<"', edits }] })
    }
  },
})
