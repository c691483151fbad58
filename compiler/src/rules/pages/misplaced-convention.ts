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
    second: '{file} is ignored, because the framework reads {path}. Move its settings to {path}, then delete it.',
    framework:
      '{file} is ignored, because the framework looks for {path}. Move it to {path} if it is a middleware, import it if it is a helper, or else rename it.',
    target: "{file} can't be read, because it is a link to a file that doesn't exist. Correct the link, or delete it.",
  },
  collect: ({ outline }) => outline.conventions.misplaced,
  check(facts, report) {
    for (const { file, path, problem, span } of facts) report(problem, { span, data: { file, path } })
  },
})
