/** `@fw/compiler/editor`: the features of a language server, without its protocol. */

export type { FileEdits } from './editor/features/fixes.ts'
export { joinEdits, listFirstFixes } from './editor/features/fixes.ts'
export type { EditorHint } from './editor/features/hints.ts'
export type { NameList } from './editor/features/name-completions.ts'
export type { RenameEdit, RenameResult } from './editor/features/rename-edits.ts'
export type { RenameProblem, RenameTarget } from './editor/features/rename-target.ts'
export type { AppSymbol } from './editor/features/symbols.ts'
export type { ToolEntry } from './editor/workspace/features.ts'
export {
  completeAt,
  defineAt,
  describeAt,
  listFileHints,
  listFileSymbols,
  listFindings,
  listTools,
  prepareRename,
  relinkMoved,
  renameAt,
} from './editor/workspace/features.ts'
export type { Location, Workspace, WorkspaceFile, WorkspaceOptions } from './editor/workspace/workspace.ts'
export { openWorkspace } from './editor/workspace/workspace.ts'
