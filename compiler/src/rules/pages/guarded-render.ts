import { createRule } from '#diagnostic/rule.ts'

/** At run time such a call fails whenever an agent causes the render, because no caller could receive the proposal. */
export const guardedRender = createRule({
  code: 'guarded-render',
  number: 1101,
  severity: 'warning',
  title: 'Render calls a guarded function',
  messages: {
    call: 'The render of a page calls {tool}, which has the guard "{guard}". When an agent causes the render, the call throws `forbidden`, and the page fails for the agent. Call it from an event handler, an intent or a form. To show data, read it with a separate function that has the guard "auto".',
  },
  check({ guardedRenders }, report) {
    for (const { tool, guard, span, chain } of guardedRenders)
      report('call', { span, related: chain, data: { tool, guard } })
  },
})
