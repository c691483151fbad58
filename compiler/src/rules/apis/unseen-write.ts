import { listUnseenWrites, type UnseenWriteFact } from '#analyze/apis/unseen-writes.ts'
import { createRule } from '../rule.ts'

/** Open pages would go on showing the data from before the call. */
export const unseenWrite = createRule({
  code: 'unseen-write',
  number: 1151,
  severity: 'warning',
  title: 'Live pages do not show this write',
  messages: {
    write:
      "{tool} is called by a live page and may change data, but it invalidates no tag, so open pages don't show the change. Add invalidates: ['…'] with the tags of the data, readonly: true if it only reads, or invalidates: [] if no page shows the data.",
  },
  collect: listUnseenWrites,
  check(facts: readonly UnseenWriteFact[], report) {
    for (const { tool, span } of facts) report('write', { span, tools: [tool], data: { tool } })
  },
})
