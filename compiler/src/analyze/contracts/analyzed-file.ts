/** The result of analyzing the types of one file. */
import type { ApiModuleModel } from '#model.ts'
import type { LibChoice } from '#program/compiler-options.ts'
import type { ReadFiles } from '#program/read-files.ts'
import type { AnalyzedModule, ApiFileFacts } from '../apis/api-module.ts'
import type { AnalyzedEnv } from '../environment.ts'
import type { AnalyzedTools } from '../pages/page-tools.ts'

/** Result for a file. */
export type AnalyzedFile = AnalyzedModule | AnalyzedTools | TypedEnv

interface TypedEnv extends Pick<AnalyzedTools, 'file' | 'wantsFullLib' | 'complete'> {
  readonly env: AnalyzedEnv
}

/** A result with what it depends on. */
export interface StoredFile {
  readonly analyzed: AnalyzedFile
  readonly read: ReadFiles
  /** Libraries of the analysis. */
  readonly lib: LibChoice
}

/** A file with contracts: an api module, page tools, or `Env`. */
export interface FileContracts {
  readonly facts: ApiFileFacts
  /** Only of an api module. */
  readonly model?: ApiModuleModel
}

/** Returns a result as the rules for one file read it. */
export function toContractFile(analyzed: AnalyzedFile): FileContracts {
  if ('model' in analyzed) return analyzed
  const { file } = analyzed
  const none = { exports: [], fields: [], definitions: [], syntax: [] }
  if ('env' in analyzed) return { facts: { file, module: 'env', ...none, contracts: analyzed.env.contracts } }
  const { contracts, fields, definitions } = analyzed
  return { facts: { file, module: 'page', ...none, contracts, fields, definitions } }
}
