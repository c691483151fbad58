/** `@fw/codemods`: moves apps between versions, and from other frameworks. */
export { type Codemod, defineCodemod } from './codemod.ts'
export { type FileChange, type RunOptions, runCodemod } from './run.ts'
export { selectCodemods, type UpgradeRange } from './select.ts'
