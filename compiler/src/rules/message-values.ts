import { createRule } from '../diagnostic/rule.ts'

/** A value that is not given is shown as its name in braces. */
export const messageValues = createRule({
  code: 'message-values',
  number: 1091,
  severity: 'error',
  title: 'A message misses values',
  messages: {
    missing: 'The message "{key}" is filled with {names}, which this call does not give.',
  },
  check({ messages }, report) {
    for (const { problem, key, detail: names, span } of messages)
      if (problem === 'values') report('missing', { span, data: { key, names } })
  },
})
