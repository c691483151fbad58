/**
 * The apps of an editor, for a language server: the content of the open files, and what the framework knows about them.
 * Paths are absolute, with `/`; offsets are in UTF-16 code units. Functions for a file return `undefined` or an empty
 * list if it isn't part of an app. They throw only for errors in the analysis itself.
 */
import { listLinkedPackages } from '#analyze/modules/linked-packages.ts'
import { isScriptPath } from '#analyze/modules/source-files.ts'
import { toProjectPath } from '#analyze/modules/workspace-files.ts'
import type { SourceSpan } from '#model.ts'
import { loadMorph, type ts } from '#program/typescript.ts'
import { isBelow, relative } from '#slash-path.ts'
import { findAppRoot } from '../app/app-root.ts'
import { type AppFile, type EditorSession, openSession } from '../app/editor-session.ts'
import { createBuffers } from './open-buffers.ts'
import { openServiceProject, type ServiceProject } from './service-project.ts'

export interface WorkspaceOptions {
  /** Receives details for the log of the editor. */
  readonly log: (text: string) => void
  /** Called when the first file of an app is used. */
  readonly onApp?: (root: string, packages: readonly string[]) => void
}

/** An app with its program. */
interface AppProject {
  readonly root: string
  /** Folders of the packages that it uses, in its workspace. */
  readonly packages: readonly string[]
  readonly project: ServiceProject
  readonly session: EditorSession
}

/** A file with its app. `source` is absent for files outside of the program, such as skills. */
export interface WorkspaceFile extends AppProject, Pick<AppFile, 'app' | 'program' | 'file'> {
  readonly path: string
  readonly ts: typeof ts
  /** The parsed file, for scripts. */
  readonly open?: AppFile
}

export interface Workspace {
  /** Opens a file with this content, or changes the content of an open file. */
  setText(path: string, text: string): void
  /** Returns to the file's content on disk. */
  closeText(path: string): void
  /** Reads files again that were changed, added or removed on disk. Open files don't change. */
  refresh(paths: readonly string[]): void
  /** Returns the content of a file: unsaved, or on disk. */
  readText(path: string): string | undefined
  /** Returns the root of the app that a file belongs to. */
  findRoot(path: string): string | undefined
  /** Returns the open files of an app and of the packages that it uses, in the order in which they were opened. */
  openFiles(root: string): readonly string[]
  /** Returns the apps in use. */
  roots(): readonly string[]
  /** Returns the apps in use that a file belongs to, or that use the file's package. */
  listUsers(path: string): readonly string[]
  /** Returns a file with its app. A file of a package belongs to the first app in use that uses the package. */
  file(path: string): WorkspaceFile | undefined
  /** Returns the app in a folder, if it is one; opens it if necessary. */
  app(root: string): Pick<WorkspaceFile, 'app' | 'program'> | undefined
  close(): void
}

/** Opens a workspace without files. */
export function openWorkspace({ log, onApp }: WorkspaceOptions): Workspace {
  const buffers = createBuffers()
  const apps = new Map<string, AppProject>()
  let registry: ts.DocumentRegistry | undefined
  const openApp = (root: string): AppProject => {
    const known = apps.get(root)
    if (known !== undefined) return known
    const { ts: tsModule } = loadMorph()
    const { sys, JSDocParsingMode } = tsModule
    registry ??= tsModule.createDocumentRegistry(sys.useCaseSensitiveFileNames, root, JSDocParsingMode.ParseNone)
    const project = openServiceProject({ root, buffers, registry, log })
    const packages = listLinkedPackages(root)
    const app = { root, packages, project, session: openSession(project) }
    apps.set(root, app)
    onApp?.(root, packages)
    return app
  }
  const refresh = (paths: readonly string[]): void => {
    for (const { project } of apps.values()) project.refresh(paths)
  }
  /** Opens any script of the app: the view of the app is the same for all of its files. */
  const openAny = ({ root, project, session }: AppProject): AppFile | undefined => {
    const scripts = project.program()?.getRootFileNames() ?? []
    for (const name of scripts) {
      const open = isBelow(root, name) ? session.open(name) : undefined
      if (open !== undefined && open.app.root === root) return open
    }
    return undefined
  }
  const listUsers = (path: string): readonly string[] =>
    [...apps.values()]
      .filter(({ root, packages }) => [root, ...packages].some((folder) => isBelow(folder, path)))
      .map(({ root }) => root)
  const findApp = (path: string): string | undefined => findAppRoot(path) ?? listUsers(path)[0]
  return {
    setText(path, text) {
      if (buffers.get(path)?.text === text) return
      buffers.set(path, text)
      refresh([path])
    },
    closeText(path) {
      if (buffers.close(path)) refresh([path])
    },
    refresh: (paths) => refresh(paths.filter((path) => buffers.get(path) === undefined)),
    readText(path) {
      const root = findAppRoot(path)
      return buffers.get(path)?.text ?? (root === undefined ? undefined : openApp(root).project.readText(path))
    },
    findRoot: findAppRoot,
    openFiles(root) {
      openApp(root)
      return buffers.paths().filter((path) => findApp(path) === root)
    },
    roots: () => [...apps.keys()],
    listUsers,
    file(path) {
      const root = findApp(path)
      if (root === undefined) return undefined
      const opened = openApp(root)
      const open = isScriptPath(path) ? opened.session.open(path, root) : undefined
      const state = open ?? (isScriptPath(path) ? undefined : openAny(opened))
      if (state === undefined) return undefined
      const { app, program } = state
      const file = relative(root, path)
      return { ...opened, path, file, app, program, ts: opened.project.ts, ...(open && { open }) }
    },
    app: (root) => openAny(openApp(root)),
    close() {
      for (const { session, project } of apps.values()) {
        session.close()
        project.close()
      }
      apps.clear()
    },
  }
}

/** A range of a file. */
export interface Location {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** Converts a span of an app. */
export function toLocation(root: string, { file, start, end }: Pick<SourceSpan, 'file' | 'start' | 'end'>): Location {
  return { path: toProjectPath(root, file), start, end }
}
