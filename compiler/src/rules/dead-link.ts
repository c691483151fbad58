import { createRule } from '../diagnostic/rule.ts'

/** Links with a value in them are left to `href()`, which TypeScript checks. */
export const deadLink = createRule({
  code: 'dead-link',
  number: 1032,
  severity: 'warning',
  title: 'A link leads nowhere',
  messages: {
    dead: 'No page, public file, redirect or rewrite of this app answers "{to}". Correct it, or add the page.',
    near: 'No page, public file, redirect or rewrite of this app answers "{to}". Did you mean "{nearest}"?',
  },
  check(facts, report) {
    for (const { to, nearest, span } of facts.deadLinks)
      if (nearest === undefined) report('dead', { span, data: { to } })
      else report('near', { span, data: { to, nearest } })
  },
})
