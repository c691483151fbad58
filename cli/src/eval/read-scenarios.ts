/** Finds the scenario files and reads all of them before any scenario runs. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CliError } from '../cli-error.ts'
import { parseScenario } from './parse-scenario.ts'
import type { Scenario } from './scenario.ts'

const FOLDER = 'evals'
const ENDING = '.eval.json'

/**
 * Reads the scenarios of the given files and folders, relative to `cwd`; defaults to `evals/`. Sorted by file name.
 * Throws `CliError` for a missing or invalid file, and if the files contain no scenario.
 */
export function readScenarios(root: string, cwd: string, given: readonly string[]): readonly Scenario[] {
  const found = given.length === 0 ? below(join(root, FOLDER)) : given.flatMap((path) => at(resolve(cwd, path), path))
  const files = [...new Set(found)].map((file) => relative(root, file).replaceAll('\\', '/')).sort()
  if (files.length === 0)
    throw new CliError({
      code: 'no_scenarios',
      title: `No scenarios found in ${given.length === 0 ? `${FOLDER}/` : given.join(', ')}.`,
      fix: `A scenario is a file ${FOLDER}/<name>${ENDING} such as {"name": "…", "steps": [{"tool": "api.shop.search"}]}.`,
    })
  const parsed = files.map((file) => parseScenario(file, readFileSync(join(root, file), 'utf8')))
  const problems = parsed.flatMap((one) => ('problems' in one ? one.problems : []))
  if (problems.length > 0)
    throw new CliError({ code: 'bad_scenario', title: problems.join('\n'), fix: 'No scenario ran.' })
  return parsed.flatMap((one) => ('scenario' in one ? [one.scenario] : []))
}

function at(path: string, given: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new CliError({ code: 'no_scenarios', title: `File ${given} not found.` })
  return found.isDirectory() ? below(path) : [path]
}

function below(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ENDING))
    .map((name) => join(folder, name))
}
