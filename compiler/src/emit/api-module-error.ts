import type { ApiModuleProblem } from './scan-api-module.ts'

/** Error of an api module with exports that can't be stubbed; contains all of them. */
export class ApiModuleError extends Error {
  readonly file: string
  readonly problems: readonly ApiModuleProblem[]

  constructor(file: string, problems: readonly ApiModuleProblem[]) {
    super(`${file}: ${problems.map((problem) => `${problem.code}: ${problem.message}`).join('\n')}`)
    this.name = 'ApiModuleError'
    this.file = file
    this.problems = problems
  }
}
