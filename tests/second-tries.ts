/** Names the tests that passed at their second try only: each is a race to mend, although it fails nothing. */
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
