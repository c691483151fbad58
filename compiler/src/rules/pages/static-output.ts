import { createRule } from '#diagnostic/rule.ts'

/** Finds code that `output: 'static'` doesn't support. The build runs the rule again on its bundles and rendered pages. */
export const staticOutput = createRule({
  code: 'static-output',
  number: 1040,
  severity: 'error',
  title: 'Not supported in a static site',
  messages: {
    page: '{message}',
    island:
      "An island imports \"{module}\", and its calls need a server, which a static site doesn't have. Call the api in the page, which runs at build time, and pass the result to the island as a prop, or build with output: 'node'.",
  },
  check(facts, report) {
    for (const { problem, detail, span } of facts.staticSite)
      report(problem, { ...(span && { span }), data: { message: detail, module: detail } })
  },
})
