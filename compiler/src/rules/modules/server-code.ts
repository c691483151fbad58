import { getClientGraph } from '#analyze/app-client-graph.ts'
import type { ServerCodeFact } from '#analyze/modules/client-graph.ts'
import { createRule } from '../rule.ts'

/** Every visitor receives islands and the client entry, with any secrets in them. Server modules don't load in a browser. */
export const serverCode = createRule({
  code: 'server-code',
  number: 1064,
  severity: 'error',
  title: 'Browser code uses server code',
  messages: {
    module:
      'A browser would load {name}, {reason}. Call an api() from the component instead, or import only types (import type { … }).',
    builtin:
      '"{name}" isn\'t available in browsers. Move the code that needs it into an api() or another server module, and call that from the component.',
    route:
      'Browser code imports {name} from {reason}, and it needs this code, which runs on the server. Browsers get only functions and constant values of a page, a layout or an error page. Move {name} to its own file.',
    file: 'This stylesheet names {name}, {reason}. A build would publish the file. Move the part that browsers need to a file of its own.',
    secret:
      "{name} isn't available in browsers, and the environment may contain secrets. Read it in an api() or in the page, and pass public values to the component as props.",
  },
  collect: (app) => getClientGraph(app).serverCode,
  check(facts: readonly ServerCodeFact[], report) {
    for (const { problem, name, reason, span, chain } of facts)
      report(problem, { span, related: chain, data: { name, reason } })
  },
})
