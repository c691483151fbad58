import { createRule } from '../diagnostic/rule.ts'

/** What `output: 'static'` cannot hold, read off the source; the build runs it again on what it has bundled and rendered. */
export const staticOutput = createRule({
  code: 'static-output',
  number: 1040,
  severity: 'error',
  title: 'A static site cannot hold this',
  messages: {
    page: '{message}',
    island:
      'An island imports "{module}", and its calls need a server, which a static site has not. Call the api in the page, where it runs at build time, and hand the result to the island as a prop; or build with output: \'node\'.',
  },
  check(facts, report) {
    for (const { problem, detail, span } of facts.staticSite)
      report(problem, { ...(span && { span }), data: { message: detail, module: detail } })
  },
})
