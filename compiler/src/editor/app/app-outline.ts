/** The folders of an app and the files that are read without types, read again after a change. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AppOutline, readOutline } from '#analyze/app-outline.ts'
import { type AppReader, openReader } from '#analyze/app-reader.ts'
import { listLinkedPackages } from '#analyze/modules/linked-packages.ts'
import type { ts } from '#program/typescript.ts'
import type { EditorProject } from './editor-project.ts'

export interface OutlineWatch {
  /** Returns the outline for this program. The same object as long as nothing has changed. */
  read(program: ts.Program): AppOutline
  close(): void
}

export function watchOutline(project: EditorProject, root: string): OutlineWatch {
  let known: { readonly outline: AppOutline; readonly roots: readonly string[]; readonly texts: Texts } | undefined
  /** The program that `known` was compared with last. */
  let seen: WeakRef<ts.Program> | undefined
  let watchers: readonly { close(): void }[] = []
  const forget = () => {
    known = undefined
  }
  const close = () => {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }
  const watch = () => {
    close()
    const below = ['src', 'public'].map((name) => join(root, name)).filter((folder) => existsSync(folder))
    watchers = [
      project.watchFolder(root, false, forget),
      ...[...below, ...listLinkedPackages(root)].map((folder) => project.watchFolder(folder, true, forget)),
    ].filter((watcher) => watcher !== undefined)
  }
  return {
    read(program) {
      if (known !== undefined && seen?.deref() === program) return known.outline
      seen = new WeakRef(program)
      const roots = program.getRootFileNames()
      if (known !== undefined && isSame(known.roots, roots) && known.texts.isCurrent(program)) return known.outline
      // Watched before it is read, so that no change in between is missed.
      watch()
      const texts = createTexts(root)
      const outline = readOutline(createEditorReader(project, root, program, texts.keep))
      const elsewhere = [outline.routesDir, outline.serverDir]
        .filter((folder) => !folder.startsWith('src/'))
        .map((folder) => join(root, folder))
        .filter((folder) => existsSync(folder))
      const more = [
        ...texts.outside().map((file) => project.watchFile(file, forget)),
        ...elsewhere.map((folder) => project.watchFolder(folder, true, forget)),
      ]
      watchers = [...watchers, ...more.filter((watcher) => watcher !== undefined)]
      known = { outline, roots, texts }
      return outline
    },
    close,
  }
}

interface Texts {
  keep(file: string, source: ts.SourceFile | undefined): void
  /** Absolute paths of the files that were read from disk. */
  outside(): readonly string[]
  /** Returns whether the program has the same trees as were read; files outside of the program are watched on disk. */
  isCurrent(program: ts.Program): boolean
}

function createTexts(root: string): Texts {
  const trees = new Map<string, ts.SourceFile | undefined>()
  return {
    keep: (file, source) => trees.set(join(root, file), source),
    outside: () => [...trees].flatMap(([file, source]) => (source === undefined && existsSync(file) ? [file] : [])),
    isCurrent: (program) => [...trees].every(([file, source]) => program.getSourceFile(file) === source),
  }
}

/** Reads an app's files from the program, and files outside of the program as the project reads them. */
export function createEditorReader(
  { ts: tsModule, readText }: Pick<EditorProject, 'ts' | 'readText'>,
  root: string,
  program: ts.Program,
  onRead: (file: string, source: ts.SourceFile | undefined) => void = () => undefined,
): AppReader {
  const sources = new Map<string, ts.SourceFile | undefined>()
  const getSource = (file: string) => {
    if (!sources.has(file)) sources.set(file, program.getSourceFile(join(root, file)))
    return sources.get(file)
  }
  const { reader } = openReader({
    ts: tsModule,
    root,
    textOf(file) {
      const source = getSource(file)
      onRead(file, source)
      return source?.text ?? readText(join(root, file))
    },
    parse(file, text) {
      const source = getSource(file)
      return source?.text === text ? source : tsModule.createSourceFile(file, text, tsModule.ScriptTarget.Latest, true)
    },
  })
  return reader
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index])
}
