import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** A module that throws while the app loads. */
export interface FailingModuleFact {
  /** What was thrown, as text. */
  readonly error: string
  /** The package whose code threw; absent if the app's own code did. */
  readonly package?: string
  readonly span: SourceSpan
}

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
  check(facts: readonly FailingModuleFact[], report) {
    for (const { error, package: name, span } of facts) {
      if (name === undefined) report('own', { span, data: { error } })
      else report('package', { span, data: { error, package: name } })
    }
  },
})
