import { listUntaggedReads, type UntaggedReadFact } from '#analyze/apis/untagged-reads.ts'
import { createRule } from '../rule.ts'

/** Without a tag, no invalidation can reach the read: it would look live, and never change. */
export const untaggedRead = createRule({
  code: 'untagged-read',
  number: 1150,
  severity: 'error',
  title: 'Live read without a tag',
  messages: {
    page: "The page {name} is live, but nothing that it loads has a tag, so it never changes. Add tags to the apis that it calls, such as tags: ['orders'], to its cached functions, or to its cache policy.",
    regions:
      "The page {name} has a live region, but nothing that it loads has a tag, so it never changes. Add tags to the apis that it calls, such as tags: ['orders'], to its cached functions, or to its cache policy.",
    call: "live({name}) never changes, because {name} has no tags, and reads no cached function with tags. Add tags to its definition, such as tags: ['orders'].",
  },
  collect: listUntaggedReads,
  check(facts: readonly UntaggedReadFact[], report) {
    for (const { kind, name, span } of facts) report(kind, { span, data: { name } })
  },
})
