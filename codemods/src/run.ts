/** Runs codemods over an app's sources. */
import { Project } from 'ts-morph'
import { AppFiles, type FileChange } from './app-files.ts'
import type { Codemod } from './codemod.ts'
import { type LeftOver, transformApp } from './transform-app.ts'

/** Options of `runCodemod`. */
export interface RunOptions {
  /** Folder of the app. */
  readonly root: string
  /** Whether to report without writing files. Defaults to false. */
  readonly dryRun?: boolean
}

/** Report of one codemod. */
export interface CodemodReport {
  readonly codemod: Codemod
  /** Changed files, sorted by path. */
  readonly changes: readonly FileChange[]
  /** Changes that the developer has to make, sorted by path. In a script, each has a comment. */
  readonly left: readonly LeftOver[]
}

/** Runs a codemod and writes the changed files. Other files keep their bytes. */
export async function runCodemod(codemod: Codemod, options: RunOptions): Promise<CodemodReport> {
  const [report] = await runCodemods([codemod], options)
  return report! // one codemod, one report
}

/**
 * Runs codemods in order, each over the output of the previous one, and writes the files at the end. If a codemod
 * throws, nothing is written, and the error names the codemod and the file.
 */
export async function runCodemods(
  codemods: readonly Codemod[],
  { root, dryRun = false }: RunOptions,
): Promise<readonly CodemodReport[]> {
  const files = new AppFiles(root)
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noLib: true, noResolve: true },
  })
  const reports = codemods.map((codemod) => {
    const before = files.snapshot()
    const { moves, left } = transformApp(codemod, files, project)
    return { codemod, changes: files.changesSince(before, moves), left }
  })
  if (!dryRun) files.save()
  return reports
}
