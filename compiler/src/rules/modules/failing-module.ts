import { createRule } from '#diagnostic/rule.ts'

/** Reported by every command that loads the app. */
export const failingModule = createRule({
  code: 'failing-module',
  number: 1106,
  severity: 'error',
  title: 'Module throws while it loads',
  messages: {
    own: 'The app can\'t start, because this code threw "{error}". Correct it, or provide what it needs, such as an environment variable or a file.',
    package:
      'The app can\'t start, because the package {package} threw "{error}" here. Correct the call, or provide what the package needs.',
  },
  check({ failingModules }, report) {
    for (const { error, package: name, span } of failingModules) {
      if (name === undefined) report('own', { span, data: { error } })
      else report('package', { span, data: { error, package: name } })
    }
  },
})
