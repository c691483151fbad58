/** `@fw/codemods` upgrades apps between versions and migrates them from other frameworks. */
export type { FileChange } from './app-files.ts'
export { CODEMODS } from './catalogue.ts'
export { type Codemod, type CodemodApp, defineCodemod, type SourceEdits, type Span } from './codemod.ts'
export { type CodemodReport, type RunOptions, runCodemod, runCodemods } from './run.ts'
export { selectCodemods, type UpgradeRange } from './select.ts'
export type { LeftOver } from './transform-app.ts'
export { isVersion } from './version.ts'
