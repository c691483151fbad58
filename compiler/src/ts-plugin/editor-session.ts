/** The apps behind one language service: which of them a file belongs to, and what is to be said there. */
import { relative } from 'node:path'
import type { Diagnostic } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import { appRootOf } from './app-root.ts'
import { type AppView, openApp } from './app-view.ts'
import type { EditorProject } from './editor-project.ts'
import { findingsIn } from './findings.ts'

/** One file of an app, as of one program. */
export interface AppFile {
  readonly app: AppView
  readonly program: ts.Program
  readonly source: ts.SourceFile
  /** Relative to the app's root. */
  readonly file: string
}

export interface EditorSession {
  /** Undefined for a file outside of any app, and for one that the program does not hold. */
  open(fileName: string): AppFile | undefined
  /** Kept as long as nothing that was read has changed. */
  findings(file: AppFile): readonly Diagnostic[]
  close(): void
}

export function openSession(project: EditorProject): EditorSession {
  const apps = new Map<string, AppView>()
  const roots = new Map<string, string>()
  const known = new WeakMap<
    ts.Program,
    Map<string, { readonly read: unknown; readonly found: readonly Diagnostic[] }>
  >()
  const rootOf = (fileName: string): string | undefined => {
    const root = roots.get(fileName) ?? appRootOf(fileName)
    if (root !== undefined) roots.set(fileName, root)
    return root
  }
  return {
    open(fileName) {
      const root = rootOf(fileName)
      const program = root === undefined ? undefined : project.program()
      const source = program?.getSourceFile(fileName)
      if (root === undefined || program === undefined || source === undefined) return undefined
      const app = apps.get(root) ?? openApp(project, root)
      apps.set(root, app)
      return { app, program, source, file: relative(root, fileName).replaceAll('\\', '/') }
    },
    findings({ app, program, file }) {
      const files = known.get(program) ?? new Map<string, { read: unknown; found: readonly Diagnostic[] }>()
      known.set(program, files)
      const read = app.outline(program)
      const before = files.get(file)
      if (before?.read === read) return before.found
      const found = findingsIn(app, program, file)
      files.set(file, { read, found })
      return found
    },
    close() {
      for (const app of apps.values()) app.close()
      apps.clear()
      roots.clear()
    },
  }
}
