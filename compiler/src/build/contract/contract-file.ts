/**
 * `fw.contract.json`: the contract of each function, committed with the sources. A change of it is a diff in review, and
 * `fw verify --against` compares the sources with it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { isRecord, tryParseJson } from '@fw/runtime/contract'
import type { Contract } from '#compatibility/contract-change.ts'
import { sortKeys } from '#compatibility/sort-keys.ts'
import type { AppModel } from '#model.ts'
import { join } from '#slash-path.ts'
import { queryBuiltApp } from '../query-built-app.ts'
import { listContract, needsRunTimeSchemas, type RunTimeSchemas } from './list-contract.ts'

/** Name of the file, in the app's root. */
export const CONTRACT_FILE = 'fw.contract.json'
/** Format of the file. A later one is refused. */
const VERSION = 1

/** The state of the file; `off` for an app whose configuration doesn't lock its contract. */
export type ContractFileState = 'off' | 'current' | 'missing' | 'outdated'

/** Compares the file with the contract of the sources. Its formatting doesn't matter. */
export async function checkContractFile({ root, config }: AppModel, contract: Contract): Promise<ContractFileState> {
  if (config.contract !== 'locked') return 'off'
  const text = await readFile(join(root, CONTRACT_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return 'missing'
  return isDeepStrictEqual(parseContract(text), JSON.parse(JSON.stringify(contract))) ? 'current' : 'outdated'
}

/**
 * Returns the contract of a file; `undefined` for content that isn't one, such as one with the marks of a merge, and for
 * the format of a later version.
 */
export function parseContract(text: string): Contract | undefined {
  const parsed = tryParseJson(text)
  if (!isRecord(parsed) || parsed.version !== VERSION || !isRecord(parsed.functions)) return undefined
  return Object.values(parsed.functions).every(isEntry) ? (parsed.functions as Contract) : undefined
}

function isEntry(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { addresses, access, guard, input = {}, output = {} } = value
  return (
    Array.isArray(addresses) &&
    typeof access === 'string' &&
    typeof guard === 'string' &&
    isRecord(input) &&
    isRecord(output)
  )
}

/** Returns the content of the file: sorted keys, one member per line. */
function printContract(contract: Contract): string {
  return `${JSON.stringify({ version: VERSION, functions: sortKeys(contract) }, undefined, 2)}\n`
}

/** Writes the file, unless it is current. The app has been built, and is queried if its schemas need it. */
export async function writeContractFile(model: AppModel, log: (line: string) => void): Promise<void> {
  if (model.config.contract !== 'locked') return
  let schemas: RunTimeSchemas = {}
  if (needsRunTimeSchemas(model)) {
    const result = await queryBuiltApp<RunTimeSchemas>('contract-process', model.root)
    if ('problem' in result) {
      log(`warning  ${CONTRACT_FILE} is not written, because its schemas need the running app: ${result.problem}`)
      return
    }
    schemas = result.value
  }
  const contract = listContract(model, schemas)
  if ((await checkContractFile(model, contract)) === 'current') return
  await writeFile(join(model.root, CONTRACT_FILE), printContract(contract))
}
