/** `fw codemod --against`: drafts the migration of breaking changes that are mechanical. */
import type { FunctionRename } from '@fw/codemods'
import { type AppModel, type ContractChange, compareContracts } from '@fw/compiler'
import type { Io } from '../io.ts'
import { describeChange } from './contract-notes.ts'
import { readBase } from './read-base.ts'
import { readBrokenContract } from './read-contract.ts'

interface DraftOptions {
  readonly root: string
  readonly cwd: string
  /** A git ref, or a file. */
  readonly against: string
}

/**
 * Returns the functions that were renamed within their module. Lists the other breaking changes, whose migration depends
 * on the meaning of values.
 */
export async function listMechanicalRenames(options: DraftOptions, io: Io): Promise<readonly FunctionRename[]> {
  const before = readBase(options)
  const { model, contract } = await readBrokenContract(options.root, io)
  const breaking = compareContracts(before, contract).filter(({ verdict }) => verdict === 'breaking')
  const renames = breaking.map((change) => toRename(model, change))
  const others = breaking.filter((_, at) => renames[at] === undefined)
  if (others.length > 0) io.note('Not mechanical:')
  for (const change of others) io.note(`  ${change.function} ${describeChange(change)}`)
  return renames.filter((one) => one !== undefined)
}

function toRename({ modules }: AppModel, { function: name, to }: ContractChange): FunctionRename | undefined {
  const api = modules.flatMap(({ apis }) => apis).find(({ tool }) => tool === to)
  const module = modules.find((one) => one.module === api?.module)
  const prefix = `api.${api?.module}.`
  if (api === undefined || module === undefined || !name.startsWith(prefix)) return undefined
  return { file: module.file, module: module.module, from: name.slice(prefix.length), to: api.exportName }
}
