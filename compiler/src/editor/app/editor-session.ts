/** The apps of one language service: finds a file's app, and its findings. */
import { CONFIG_FILES } from '#analyze/pages/convention-files.ts'
import type { Diagnostic } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { relative } from '#slash-path.ts'
import { findAppRoot } from './app-root.ts'
import { type AppView, openAppView } from './app-view.ts'
import type { EditorProject } from './editor-project.ts'
import { readFindings } from './findings.ts'

/** One file of an app in one program. */
export interface AppFile {
  readonly app: AppView
  readonly program: ts.Program
  readonly source: ts.SourceFile
  /** Relative to the app's root. */
  readonly file: string
}

export interface EditorSession {
  /**
   * Returns `undefined` for a file outside of apps, and for a file outside of the program. `root` is the app for a file of a
   * package that it uses.
   */
  open(fileName: string, root?: string): AppFile | undefined
  /** Returns the findings that are displayed in the file. */
  findings(file: AppFile): readonly Diagnostic[]
  close(): void
}

export function openSession(project: EditorProject): EditorSession {
  const apps = new Map<string, AppView>()
  const roots = new Map<string, string>()
  const findRoot = (fileName: string): string | undefined => {
    const root = roots.get(fileName) ?? findAppRoot(fileName)
    if (root !== undefined) roots.set(fileName, root)
    return root
  }
  /** Returns the app's open file that is closest to the configuration, or else the file that has been open longest. */
  const standIn = (root: string): string | undefined => {
    const open = project.openFiles().filter((fileName) => findRoot(fileName) === root)
    return open.find((fileName) => CONFIG_FILES.some((name) => fileName === `${root}/${name}`)) ?? open[0]
  }
  return {
    open(fileName, root = findRoot(fileName)) {
      const program = root === undefined ? undefined : project.program()
      const source = program?.getSourceFile(fileName)
      if (root === undefined || program === undefined || source === undefined) return undefined
      const app = apps.get(root) ?? openAppView(project, root)
      apps.set(root, app)
      return { app, program, source, file: relative(root, fileName) }
    },
    findings: ({ app, program, source, file }) =>
      readFindings(app.reader(program).read, file, standIn(app.root) === source.fileName),
    close() {
      for (const app of apps.values()) app.close()
      apps.clear()
      roots.clear()
    },
  }
}
