/** Runs one codemod over an app's sources. */
import { relative } from 'node:path'
import { Project } from 'ts-morph'
import type { Codemod } from './codemod.ts'

export interface RunOptions {
  /** The app's folder. */
  readonly root: string
  /** Globs below `root`. Default: every script outside `node_modules`, `dist` and `.fw`. */
  readonly include?: readonly string[]
  /** Report without writing. Default false. */
  readonly dryRun?: boolean
}

export interface FileChange {
  /** Relative to `root`, with `/`. */
  readonly file: string
  readonly before: string
  readonly after: string
}

const SCRIPTS: readonly string[] = ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}']
const GENERATED: readonly string[] = ['!**/node_modules/**', '!**/dist/**', '!**/.fw/**']

/**
 * Transforms every file and writes those whose text changed; untouched files keep their bytes. When one file throws,
 * nothing is written, and the error names the file.
 */
export async function runCodemod(codemod: Codemod, options: RunOptions): Promise<readonly FileChange[]> {
  const { root, include = SCRIPTS, dryRun = false } = options
  const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: true } })
  project.addSourceFilesAtPaths([...include, ...GENERATED].map((glob) => absoluteGlob(root, glob)))
  const changes: FileChange[] = []
  for (const source of project.getSourceFiles()) {
    const file = relative(root, source.getFilePath()).replaceAll('\\', '/')
    const before = source.getFullText()
    try {
      codemod.transform(source)
    } catch (cause) {
      throw new Error(`The codemod "${codemod.id}" failed in ${file}; nothing was written.`, { cause })
    }
    const after = source.getFullText()
    if (after !== before) changes.push({ file, before, after })
    else project.removeSourceFile(source)
  }
  if (!dryRun) await project.save()
  return changes.sort((left, right) => (left.file < right.file ? -1 : 1))
}

function absoluteGlob(root: string, glob: string): string {
  const folder = root.replaceAll('\\', '/').replace(/\/$/, '')
  return glob.startsWith('!') ? `!${folder}/${glob.slice(1)}` : `${folder}/${glob}`
}
