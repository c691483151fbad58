import type { ConventionFact } from '#analyze/pages/conventions.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The framework uses the default exports of `src/ctx.ts`, `src/session.ts`, `src/middleware.ts`, `src/feed.ts`, `src/i18n.ts`, `src/mcp.ts`, `src/agent.ts` and `src/ws.ts`. */
export const conventionDefaultExport = createRule({
  code: 'convention-default-export',
  number: 1021,
  severity: 'error',
  title: 'Convention file has no default export',
  messages: {
    missing: '{file} has no default export, so the framework can\'t use it. Write "{example}".',
  },
  collect: ({ outline }) => outline.conventions.facts,
  check(facts: readonly ConventionFact[], report) {
    for (const fact of facts) {
      const { file, kind, hasDefault, span } = fact
      const example = EXAMPLES[kind] ?? 'export default …'
      if (!hasDefault) report('missing', { span, ...pickFixes(fact), data: { file, example } })
    }
  },
})

const EXAMPLES: Readonly<Record<string, string>> = {
  ctx: 'export default (req: Request) => ({ … })',
  session: 'export default createSessionStore({ secret: … })',
  middleware: 'export default (req: Request) => undefined',
  agent: 'export default defineAgent({ … })',
  i18n: "export default defineI18n({ locales: ['en', 'de'], defaultLocale: 'en', messages: { en, de } })",
  mcp: 'export default { prompts: [ … ] }',
  feed: 'export default { items: () => [{ url, title }] }',
  websocket: "export default defineWebSocket({ path: '/live', … })",
}
