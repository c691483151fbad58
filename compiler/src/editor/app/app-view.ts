/**
 * One app in the editor. The open file is analyzed completely, with the project's own program; of all other files only
 * names are read.
 */
import { type AppOutline, OUTLINE, SOURCES } from '#analyze/app-outline.ts'
import type { AppReader } from '#analyze/app-reader.ts'
import { fieldNamesAt } from '#analyze/forms/form-fields.ts'
import { getResolver } from '#analyze/modules/project-queries.ts'
import type { ResolveImport } from '#analyze/modules/resolve-import.ts'
import { ALL_COMPONENTS } from '#analyze/pages/components.ts'
import type { Read } from '#engine/query.ts'
import type { ComponentModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { type AppLookup, lookUpIn } from './app-lookup.ts'
import { APP_NAMES, type AppNames } from './app-names.ts'
import { openEditorFiles } from './editor-files.ts'
import type { EditorProject } from './editor-project.ts'
import { readApiModule } from './read-open-file.ts'

export interface AppView extends AppLookup {
  /** Absolute, with `/`. */
  readonly root: string
  /** Returns access to the files and queries of the app as it is in this program. */
  reader(program: ts.Program): AppReader
  /** Returns the outline of the app's folders. The same object as long as nothing in them has changed. */
  outline(program: ts.Program): AppOutline
  /** Returns everything with a name, and the patterns of the pages. */
  names(program: ts.Program): AppNames
  /** Returns every script of the app, relative to the root. */
  sources(program: ts.Program): readonly string[]
  /** Returns the components of all files, without the contracts of their intents. */
  components(program: ts.Program): readonly ComponentModel[]
  /** Returns the resolver of imports. */
  importResolver(program: ts.Program): ResolveImport
  /** Returns the possible names of the form field whose name begins at `start` in `file`; see `fieldNamesAt`. */
  fieldNames(program: ts.Program, file: string, start: number): ReturnType<typeof fieldNamesAt>
  close(): void
}

export function openAppView(project: EditorProject, root: string): AppView {
  const files = openEditorFiles(project, root)
  const readAt = (program: ts.Program): Read => {
    files.follow(program)
    return files.reader.read
  }
  return {
    root,
    ...lookUpIn(readAt, project.ts, root),
    reader(program) {
      files.follow(program)
      return files.reader
    },
    outline: (program) => readAt(program)(OUTLINE),
    names: (program) => readAt(program)(APP_NAMES),
    sources: (program) => readAt(program)(SOURCES),
    components: (program) => readAt(program)(ALL_COMPONENTS).components,
    importResolver: (program) => getResolver(readAt(program)),
    fieldNames(program, file, start) {
      const read = readAt(program)
      const sources = {
        files: [file],
        resolveImport: getResolver(read),
        moduleOf: (name: string) => readApiModule(read, name),
      }
      return fieldNamesAt(files.reader, sources, file, start)
    },
    close: files.close,
  }
}
