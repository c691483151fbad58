import { createRule } from '../rule.ts'

/** The framework finds convention files by their exact paths. */
export const misplacedConvention = createRule({
  code: 'misplaced-convention',
  number: 1130,
  severity: 'error',
  title: 'Convention file is ignored because of its path',
  messages: {
    path: '{file} is ignored, because the framework looks for {path}. Move it to {path}, or rename it if it has another purpose.',
    routes:
      '{file} is ignored, because an app has one middleware, which runs for every path. Check the path in {path}, and import this file there if you want to keep it.',
  },
  collect: ({ outline }) => outline.conventions.misplaced,
  check(facts, report) {
    for (const { file, path, inRoutes, span } of facts)
      report(inRoutes ? 'routes' : 'path', { span, data: { file, path } })
  },
})
