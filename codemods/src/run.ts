/** Runs codemods over an app's sources. */
import { Project } from 'ts-morph'
import { AppFiles, type FileChange } from './app-files.ts'
import type { Codemod } from './codemod.ts'
import { type LeftOver, transformApp } from './transform-app.ts'

/** Where `runCodemod` runs, and whether it writes. */
export interface RunOptions {
  /** The app's folder. */
  readonly root: string
  /** Report without writing. Default false. */
  readonly dryRun?: boolean
}

/** What one codemod did. */
export interface CodemodReport {
  readonly codemod: Codemod
  /** Sorted by path. */
  readonly changes: readonly FileChange[]
  /** What it could not do; each place in a script has a comment that says so. Sorted by path. */
  readonly left: readonly LeftOver[]
}

/** Transforms the app and writes the files whose text changed; all others keep their bytes. */
export async function runCodemod(codemod: Codemod, options: RunOptions): Promise<CodemodReport> {
  const [report] = await runCodemods([codemod], options)
  return report! // one codemod, one report
}

/**
 * One after the other, each over what the one before it left; written together at the end. When one throws, nothing is
 * written, and the error names it and the file.
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
