import { createRule } from '../diagnostic/rule.ts'

/** Islands and the client entry are sent to everyone: secrets with them, and the server's own modules do not load there. */
export const serverCode = createRule({
  code: 'server-code',
  number: 1064,
  severity: 'error',
  title: 'Code for the browser reaches code for the server',
  messages: {
    module:
      'A browser would load {name}, {reason}. Call an api() from the component instead, or import only types (import type { … }).',
    builtin:
      'A browser has no "{name}". Move what needs it into an api() or another module of the server, and call that from the component.',
    secret:
      'A browser has no {name}, and what stands in the environment may be secret. Read it in an api() or in the page, and hand what may be seen to the component as a prop.',
  },
  check({ serverCode: found }, report) {
    for (const { problem, name, reason, span, chain } of found)
      report(problem, { span, related: chain, data: { name, reason } })
  },
})
