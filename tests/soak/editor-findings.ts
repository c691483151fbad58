/** What an editor shows for all files of an app, compared with what a check reports. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFindings, openWorkspace, type Workspace } from '../../compiler/src/editor.ts'
import { emitTypes } from '../../compiler/src/emit/app-types.ts'
import type { AppModel, CheckResult, Diagnostic } from '../../compiler/src/index.ts'

interface Editor {
  /** Uses `text` as the content of a file; without one, that of the disk. Relative to the app. */
  change(file: string, text?: string): void
  /** Returns the first finding that only one of both has. */
  compare(checked: CheckResult, files: readonly string[]): string | undefined
  close(): void
}

/** Opens an app as `fw lsp` does. */
export function openEditor(root: string): Editor {
  const workspace = openWorkspace({ log: () => undefined })
  return {
    change(file, text) {
      const path = join(root, file)
      if (text !== undefined) workspace.setText(path, text)
      else {
        workspace.closeText(path)
        workspace.refresh([path])
      }
    },
    compare(checked, files) {
      writeTypes(workspace, root, checked.model)
      const opened = files.filter((file) => !/^tests\//.test(file))
      const shown = opened.flatMap((file) => findShown(workspace, root, file))
      return findDifference(
        shown.filter(({ finding }) => isShown(finding)),
        checked.diagnostics.filter(isShown),
      )
    },
    close: workspace.close,
  }
}

/** Editors read the generated types, which `fw dev` writes after each change. */
function writeTypes(workspace: Workspace, root: string, model: AppModel): void {
  for (const [name, text] of Object.entries(emitTypes(model))) {
    const path = join(root, '.fw/types', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    workspace.refresh([path])
  }
}

function findShown(workspace: Workspace, root: string, file: string): readonly Shown[] {
  const opened = workspace.file(join(root, file))
  if (opened === undefined && file.startsWith('src/')) throw new Error(`The editor does not know ${file}.`)
  // Other scripts are in the program only if they are open.
  const found = opened === undefined ? [] : listFindings(opened)
  return found.map((finding) => {
    const [first] = finding.related ?? []
    const isMoved = first?.span !== undefined && first.message === finding.title
    return isMoved ? { finding: { ...finding, span: first.span }, isMoved } : { finding, isMoved }
  })
}

interface Shown {
  readonly finding: Diagnostic
  /** Whether it is about a type in another file: then it is shown at the tool that has the type. */
  readonly isMoved: boolean
}

/** An editor leaves these to TypeScript, and shows those in other files than scripts only in one of the open files. */
function isShown({ code, span }: Diagnostic): boolean {
  const isLeft = code === 'syntax-error' || code === 'unresolved-import' || code === 'invalid-tsconfig'
  return !isLeft && span !== undefined && /\.tsx?$/.test(span.file) && !span.file.startsWith('tests/')
}

function findDifference(shown: readonly Shown[], known: readonly Diagnostic[]): string | undefined {
  const own = new Set(shown.flatMap(({ finding, isMoved }) => (isMoved ? [] : [print(finding)])))
  // A check reports the problem of a type once, for all tools that have it.
  const moved = new Set(shown.flatMap(({ finding, isMoved }) => (isMoved ? [printPlace(finding)] : [])))
  const [all, places] = [new Set(known.map(print)), new Set(known.map(printPlace))]
  const only = [
    ...[...own].filter((one) => !all.has(one)).map((one) => `only in the editor: ${one}`),
    ...[...moved].filter((one) => !places.has(one)).map((one) => `only in the editor: ${one}`),
    ...known
      .filter((one) => !own.has(print(one)) && !moved.has(printPlace(one)))
      .map((one) => `only in the check: ${print(one)}`),
  ]
  return only.length === 0 ? undefined : only.slice(0, 4).join('\n')
}

function print({ code, message, span, related, fixes }: Diagnostic): string {
  return JSON.stringify([span, code, message, related, fixes])
}

function printPlace({ code, span }: Diagnostic): string {
  return JSON.stringify([span, code])
}
