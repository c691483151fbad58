import { nearestFix } from '#diagnostic/fix.ts'
import { createRule } from '#diagnostic/rule.ts'
import type { SourceSpan } from '#model.ts'

/** Checks literal links. TypeScript checks the arguments of `href()`. */
export const deadLink = createRule({
  code: 'dead-link',
  number: 1032,
  severity: 'warning',
  title: 'Broken link',
  messages: {
    dead: 'The link to "{to}" matches no page, public file, redirect or rewrite of this app. Correct it, or add the page.',
    near: 'The link to "{to}" matches no page, public file, redirect or rewrite of this app. Did you mean "{nearest}"?',
  },
  check(facts, report) {
    for (const { to, nearest, span } of facts.deadLinks)
      if (nearest === undefined) report('dead', { span, data: { to } })
      else report('near', { span, ...linkFix(to, nearest, span), data: { to, nearest } })
  },
})

/** Returns a fix that preserves query and fragment, unless the path would need escapes in quotes. */
function linkFix(to: string, nearest: string, span: SourceSpan): ReturnType<typeof nearestFix> {
  const rest = /[?#].*$/s.exec(to)?.[0] ?? ''
  const inQuotes = { ...span, start: span.start + 1, end: span.end - 1, column: span.column + 1 }
  return PLAIN.test(nearest + rest) ? nearestFix(nearest, inQuotes, (path) => path + rest) : {}
}

const PLAIN = /^[\w\-.~/?#=+,:;@!*()]*$/
