import { createRule } from '../diagnostic/rule.ts'

/** The framework calls what `src/ctx.ts`, `src/session.ts`, `src/middleware.ts`, `src/feed.ts` and `src/ws.ts` export by default. */
export const conventionDefaultExport = createRule({
  code: 'convention-default-export',
  number: 1021,
  severity: 'error',
  title: 'A convention file has no default export',
  messages: {
    missing: '{file} has no default export, which the framework would call. Write "{example}".',
  },
  check(facts, report) {
    for (const { file, kind, hasDefault, span } of facts.conventions)
      if (!hasDefault) report('missing', { span, data: { file, example: EXAMPLES[kind] ?? 'export default …' } })
  },
})

const EXAMPLES: Readonly<Record<string, string>> = {
  ctx: 'export default (req: Request) => ({ … })',
  session: 'export default createSessionStore({ secret: … })',
  middleware: 'export default (req: Request) => undefined',
  feed: 'export default { items: () => [{ url, title }] }',
  websocket: "export default defineWebSocket({ path: '/live', … })",
}
