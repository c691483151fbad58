/**
 * Lists the tests that passed only on their second attempt: each has a race condition to fix, although the run passes.
 */
import type { Reporter, TestCase } from 'vitest/node'

export default class SecondTries implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) console.log(['Passed at the second try, so mend them:', ...this.#names].join('\n  '))
  }
}
