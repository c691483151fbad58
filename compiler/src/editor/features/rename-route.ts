/** Renames a page: its file, the links to it, and the imports in its file. */
import { existsSync } from 'node:fs'
import { getMessage, parsePattern, patternOfFile, roleOfRouteFile } from '@fw/runtime/contract'
import { CONFIG_FILES } from '#analyze/pages/convention-files.ts'
import type { ts } from '#program/typescript.ts'
import type { AppFile } from '../app/editor-session.ts'
import { type AppPage, findPage, listPages, readPath } from './app-routes.ts'
import { classifyLiteral, isPathPlace } from './literal-places.ts'
import {
  editLiterals,
  editTemplates,
  joinRenames,
  listOwnSources,
  type RenameEdit,
  type RenameResult,
} from './rename-edits.ts'
import type { RenameProblem } from './rename-target.ts'

type AppState = Pick<AppFile, 'app' | 'program'>

interface RouteRename {
  readonly ts: typeof ts
  readonly service: Pick<ts.LanguageService, 'getEditsForFileRename'>
  readonly page: AppPage
  /** The new pattern. */
  readonly pattern: string
}

export function renameRoute(state: AppState, rename: RouteRename): RenameResult | RenameProblem {
  const { page, pattern, service } = rename
  const problem = findPatternProblem(state, page, pattern)
  if (problem !== undefined) return { problem }
  const { routesDir } = state.app.outline(state.program)
  const moved = moveFile(page.file.slice(routesDir.length + 1), page.pattern, pattern)
  if (moved === undefined)
    return { problem: `No file of ${routesDir} can have the pattern "${pattern}" in place of ${page.file}.` }
  const [from, to] = [`${state.app.root}/${page.file}`, `${state.app.root}/${routesDir}/${moved}`]
  if (existsSync(to)) return { problem: `${routesDir}/${moved} already exists.` }
  const imports = service
    .getEditsForFileRename(from, to, {}, { allowTextChangesInNewFiles: true })
    .filter(({ fileName }) => !/\/(?:node_modules|\.fw|dist)\//.test(fileName))
    .flatMap(({ fileName, textChanges }) =>
      textChanges.map(
        ({ span, newText }): RenameEdit => ({
          path: fileName === to ? from : fileName,
          start: span.start,
          end: span.start + span.length,
          text: newText,
        }),
      ),
    )
  return { edits: joinRenames([...imports, ...editLinks(state, rename)]), moves: [{ from, to }] }
}

/** Returns the edits of all links to a page that gets another pattern. */
export function editLinks(
  state: AppState,
  { ts: tsModule, page, pattern }: Pick<RouteRename, 'ts' | 'page' | 'pattern'>,
): readonly RenameEdit[] {
  const configs = CONFIG_FILES.map((name) => `${state.app.root}/${name}`)
  return listOwnSources(state).flatMap((source) => [
    ...editLiterals(tsModule, source, (literal) => {
      const inConfig = configs.includes(source.fileName) ? classifyConfig(tsModule, literal) : undefined
      const kind = inConfig ?? classifyLiteral(tsModule, source, literal)
      if (kind === 'pattern' && literal.text === page.pattern)
        return { start: 0, end: literal.text.length, text: pattern }
      return kind === 'path' ? editPath(state, literal.text, page, pattern) : undefined
    }),
    ...editTemplates(tsModule, source, (template, text) => {
      const edit = isPathPlace(tsModule, source, template) ? editPath(state, text, page, pattern) : undefined
      return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end)
    }),
  ])
}

/** `to` of a redirect or rewrite is a path; the keys of `budgets.routes` are patterns. */
function classifyConfig(
  tsModule: typeof ts,
  { parent, pos, text }: ts.StringLiteralLike,
): 'pattern' | 'path' | undefined {
  if (!tsModule.isPropertyAssignment(parent) || !text.startsWith('/')) return undefined
  if (parent.name.pos === pos) return 'pattern'
  if (parent.name.getText() !== 'to') return undefined
  return text.includes('[') ? 'pattern' : 'path'
}

function editPath(state: AppState, link: string, page: AppPage, pattern: string) {
  const path = readPath(link)
  if (path === undefined || findPage(state, 'path', link)?.file !== page.file) return undefined
  // A language before the path stays.
  const skip = countSegments(path) - countSegments(page.pattern)
  const start =
    skip > 0 && isFixed(page.pattern)
      ? path
          .split('/')
          .slice(0, skip + 1)
          .join('/').length
      : 0
  const filled = fillPattern(page.pattern, pattern, path.slice(start))
  return filled === undefined ? undefined : { start, end: path.length, text: filled }
}

function countSegments(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1
}

/** Returns whether all paths of a pattern have the same number of segments. */
function isFixed(pattern: string): boolean {
  return !/\[\[?\.\.\./.test(pattern)
}

/** Returns `/items/mug` for `/products/[slug]`, `/items/[slug]` and `/products/mug`. */
function fillPattern(before: string, after: string, path: string): string | undefined {
  const parts = path.split('/').slice(1)
  const values = new Map<string, string>()
  for (const [index, segment] of parsePattern(before).entries())
    if (segment.kind !== 'static')
      values.set(segment.name, segment.kind === 'param' ? (parts[index] ?? '') : parts.slice(index).join('/'))
  const filled = parsePattern(after).map((segment) =>
    segment.kind === 'static' ? segment.value : (values.get(segment.name) ?? ''),
  )
  return `/${filled.filter((part) => part !== '').join('/')}`
}

function findPatternProblem(state: AppState, page: AppPage, pattern: string): string | undefined {
  try {
    parsePattern(pattern)
  } catch (error) {
    return getMessage(error)
  }
  if (pattern === page.pattern) return `The page already has the pattern "${pattern}".`
  const other = listPages(state).find((one) => one.pattern === pattern)
  if (other !== undefined) return `The pattern "${pattern}" already belongs to ${other.file}.`
  const [before, after] = [listParameters(page.pattern), listParameters(pattern)]
  if (before.join() === after.join()) return undefined
  const needed = before.length === 0 ? 'no parameters' : before.join(' and ')
  return `The new pattern must have ${needed}, as "${page.pattern}" has, because links and the page use these names.`
}

/** Returns `[id]` and `[...rest]`, sorted. */
function listParameters(pattern: string): readonly string[] {
  return pattern
    .split('/')
    .filter((part) => part.startsWith('['))
    .sort()
}

/**
 * Returns the new path of a page below the routes folder. Folders in parentheses, which aren't part of the pattern, stay
 * before the segments that don't change.
 */
function moveFile(file: string, before: string, after: string): string | undefined {
  const extension = /\.[jt]sx?$/.exec(file)?.[0] ?? '.tsx'
  const parts = file.slice(0, -extension.length).split('/')
  const isIndex = parts.at(-1) === 'index'
  const [old, wanted] = [before.slice(1).split('/'), after.slice(1).split('/')]
  const same = old.findIndex((part, index) => part !== wanted[index])
  const shared = same === -1 ? old.length : same
  const head: string[] = []
  let count = 0
  for (const part of parts) {
    const isGroup = /^\(.+\)$/.test(part)
    if (!isGroup && count === shared) break
    if (!isGroup) count += 1
    head.push(part)
  }
  const stem = [...head.slice(0, head.at(-1) === 'index' ? -1 : undefined), ...wanted.slice(shared)].join('/')
  const moved = `${stem}${isIndex ? '/index' : ''}${extension}`
  return roleOfRouteFile(moved) === 'page' && patternOfFile(moved) === after ? moved : undefined
}
