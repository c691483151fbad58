/** Applies one codemod to an app in memory: collects its changes, then applies all of them, or none. */
import type { Project, SourceFile } from 'ts-morph'
import type { AppFiles } from './app-files.ts'
import type { Codemod, CodemodApp } from './codemod.ts'
import { type FileMoves, findMovedSpecifiers } from './moved-imports.ts'
import { SourceWork, sourcePath } from './source-work.ts'
import { readAliases } from './syntax/imported-file.ts'
import { applyChanges, type TextChange } from './text-edits.ts'

/** Change that the developer has to make. */
export interface LeftOver {
  /** Path relative to the app, with `/`, after the codemod. */
  readonly file: string
  /** One-based line in the changed file. Absent if the location has no line. */
  readonly line?: number
  readonly reason: string
}

interface Transformed {
  readonly left: readonly LeftOver[]
  /** New paths by old path. */
  readonly moves: ReadonlyMap<string, string>
}

interface Wanted {
  readonly sources: ReadonlyMap<SourceFile, SourceWork>
  /** Written files. `undefined` marks a removed file. */
  readonly others: ReadonlyMap<string, string | undefined>
  readonly left: readonly LeftOver[]
}

/** Runs the codemod over `files`, which then contain the result. Throws without changing `files` if it fails. */
export function transformApp(codemod: Codemod, files: AppFiles, project: Project): Transformed {
  const sources = openSources(files, project)
  const broken = sources.filter((file) => hasSyntaxError(project, file))
  let current: string | undefined
  try {
    const wanted = gather(
      codemod,
      files,
      sources.filter((file) => !broken.includes(file)),
      (path) => {
        current = path
      },
    )
    const left = broken.map((file) => ({ file: sourcePath(file), reason: 'The file has a syntax error.' }))
    const done = change(files, sources, wanted)
    return { ...done, left: [...left, ...done.left].sort(byPlace) }
  } catch (cause) {
    const place = current === undefined ? '' : ` in ${current}`
    const why = cause instanceof Error ? ` ${cause.message}` : ''
    throw new Error(`The codemod "${codemod.id}" failed${place}; nothing was written.${why}`, { cause })
  }
}

function openSources(files: AppFiles, project: Project): readonly SourceFile[] {
  for (const file of project.getSourceFiles()) if (!files.scripts.has(sourcePath(file))) project.removeSourceFile(file)
  return [...files.scripts].sort().map((path) => {
    const text = withoutMark(files.read(path) ?? '')
    const known = project.getSourceFile(`/${path}`)
    return known?.getFullText() === text ? known : project.createSourceFile(`/${path}`, text, { overwrite: true })
  })
}

/** Removes the byte order mark, which parsers don't expect. */
function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

const MARK = '\uFEFF'

function hasSyntaxError(project: Project, file: SourceFile): boolean {
  return project.getProgram().getSyntacticDiagnostics(file).length > 0
}

function gather(
  codemod: Codemod,
  files: AppFiles,
  sources: readonly SourceFile[],
  onEdit: (path: string) => void,
): Wanted {
  const work = new Map<SourceFile, SourceWork>()
  const others = new Map<string, string | undefined>()
  const left: LeftOver[] = []
  const app: CodemodApp = {
    sources,
    edit(file) {
      const mine = work.get(file) ?? new SourceWork(file, codemod.id)
      work.set(file, mine)
      onEdit(mine.path)
      return mine
    },
    read(path) {
      const text = others.has(path) ? others.get(path) : files.read(path)
      return text === undefined ? undefined : withoutMark(text)
    },
    write(path, text) {
      if (others.get(path) !== undefined) throw new Error(`Two files would become ${path}.`)
      others.set(path, text)
    },
    remove: (path) => void others.set(path, undefined),
    leave: (file, reason) => void left.push({ file, reason }),
  }
  codemod.transform(app)
  return { sources: work, others, left }
}

function change(files: AppFiles, sources: readonly SourceFile[], wanted: Wanted): Transformed {
  const works = [...wanted.sources.values()]
  const moves = new Map(works.filter(({ path, to }) => path !== to).map(({ path, to }) => [path, to]))
  refuseCollisions(files, moves, wanted.others)
  const read = (path: string) => {
    const text = files.read(path)
    return text === undefined ? undefined : withoutMark(text)
  }
  const all = { moves, aliases: readAliases({ read }), exists: (path: string) => files.read(path) !== undefined }
  const texts = new Map<string, string>()
  const left: LeftOver[] = [...wanted.left]
  for (const file of sources) {
    const work = wanted.sources.get(file)
    const own = work?.changes ?? []
    const text = file.getFullText()
    const after = applyChanges(text, [...own, ...importChanges(file, own, all)])
    const path = sourcePath(file)
    const mark = files.read(path)?.startsWith(MARK) ? MARK : ''
    if (after !== text) texts.set(path, mark + after)
    for (const one of work?.leftIn(after) ?? []) left.push({ file: moves.get(path) ?? path, ...one })
  }
  for (const [path, text] of texts) files.write(path, text)
  files.move(moves)
  for (const [path, text] of wanted.others) {
    if (text === undefined) files.remove(path)
    else files.write(path, toFileFormat(text, files.read(path)))
  }
  return { left, moves }
}

/** Gives a new text the line breaks and the byte order mark of the file that it replaces. */
function toFileFormat(text: string, before = ''): string {
  const isWindows = before.includes('\r\n') && !/(?:^|[^\r])\n/.test(before)
  return (before.startsWith(MARK) ? MARK : '') + (isWindows ? text.replace(/\r?\n/g, '\r\n') : text)
}

/** Throws if two files would get the same path, or if a file would replace another, so that nothing is lost. */
function refuseCollisions(
  files: AppFiles,
  moves: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string | undefined>,
): void {
  const taken = new Set([...others].flatMap(([path, text]) => (text === undefined ? [] : [path])))
  for (const to of moves.values()) {
    if (taken.has(to)) throw new Error(`Two files would become ${to}.`)
    taken.add(to)
    if (!moves.has(to) && !others.has(to) && files.read(to) !== undefined)
      throw new Error(`${to} already exists, and another file would move to it. Move or delete one of the two.`)
  }
}

/** Returns the imports of moved files to update, without the imports that the codemod has changed itself. */
function importChanges(file: SourceFile, own: readonly TextChange[], all: FileMoves): readonly TextChange[] {
  if (all.moves.size === 0) return []
  return findMovedSpecifiers(file, sourcePath(file), all).flatMap(({ literal, specifier }) => {
    const [start, end] = [literal.getStart() + 1, literal.getEnd() - 1]
    return own.some((change) => change.start < end && change.end > start) ? [] : [{ start, end, text: specifier }]
  })
}

function byPlace(left: LeftOver, right: LeftOver): number {
  return left.file === right.file ? (left.line ?? 0) - (right.line ?? 0) : left.file < right.file ? -1 : 1
}
