/**
 * Finds the exported names of a module in its source text. Loads no parser: dev needs them before the first page. Where the
 * text is ambiguous, the result contains more names than the module has, because access rules depend on it.
 */
import { dirname, posix } from 'node:path'

export interface ScannedExports {
  /** Names of the module and of modules that it exports with `export *`; `default` for a default export. */
  readonly names: ReadonlySet<string>
  /** Whether names are unknown, because a module can't be found. */
  readonly isOpen: boolean
  /** The source text of all these modules. */
  readonly text: string
}

type ReadText = (file: string) => string | undefined

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'] as const
const MODULE = /\.[cm]?[jt]sx?$/
const NAMED = /\bexport\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\s*\*?|class|enum)\s*([\w$]+)/g
const VARIABLES = /\bexport\s+(?:declare\s+)?(?:const|let|var)\b/g
const LIST = /\bexport\s*\{([^}]*)\}/g
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g
const STAR_AS = /\bexport\s*\*\s*as\s+([\w$]+)/g
const DEFAULT = /\bexport\s+default\b|\bmodule\.exports\s*=|\bexport\s*=/g
const MEMBER = /\bexports(?:\.([\w$]+)|\[\s*['"]([\w$]+)['"]\s*\])\s*=/g
const STAR =
  /\bexport\s*\*\s*from\s*['"]([^'"]+)['"]|(?:\bmodule\.exports\s*=\s*(?:\{\s*\.\.\.)?\s*|__exportStar\(\s*|\bassign\(\s*(?:module\.)?exports\s*,\s*)require\(\s*['"]([^'"]+)['"]/g

/** Returns the exports of `file`, which is relative to the root of the app. */
export function scanExports(file: string, textOf: ReadText): ScannedExports {
  const names = new Set<string>()
  const texts: string[] = []
  const seen = new Set<string>()
  let isOpen = false
  const visit = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    const text = textOf(module)
    if (text === undefined) {
      isOpen = true
      return
    }
    texts.push(text)
    for (const name of readNames(module, text)) names.add(name)
    for (const [, imported, required] of text.matchAll(STAR)) {
      const specifier = imported ?? required ?? ''
      const target = findModule(module, specifier, textOf)
      if (target !== undefined) visit(target)
      // A package or an alias with the name of a hook of components.
      else if (/^use(?:[-A-Z]|hooks)/.test(posix.basename(specifier))) names.add('useUnknown')
      else isOpen = true
    }
  }
  visit(file)
  return { names, isOpen, text: texts.join('\n') }
}

function readNames(file: string, text: string): readonly string[] {
  const declared = [...text.matchAll(VARIABLES)].flatMap(({ 0: found, index }) =>
    readDeclarators(text.slice(index + found.length)),
  )
  const listed = [...text.matchAll(LIST)].flatMap(([, list = '']) =>
    list.replace(COMMENT, '').split(',').map(toExportedName),
  )
  const members = [...text.matchAll(MEMBER)].map(([, name, quoted]) => name ?? quoted ?? '')
  const named = [NAMED, STAR_AS].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const defaults = [...text.matchAll(DEFAULT)].flatMap(({ 0: found, index }) =>
    readDefault(file, text.slice(index + found.length)),
  )
  return [...declared, ...listed, ...members, ...named, ...defaults].filter((name) => name !== '')
}

/** Returns the name under which an element of `export { … }` is exported; empty for a type. */
function toExportedName(element: string): string {
  const words = element.match(/[\w$]+/g) ?? []
  return words[0] === 'type' && words.length > 1 && words[1] !== 'as' ? '' : (words.at(-1) ?? '')
}

/** Returns `default` and the words of an object, which may be the hooks; only its name for a component. */
function readDefault(file: string, code: string): readonly string[] {
  const name = /^\s*(?:async\s+)?(?:function\b\s*\*?|class\b)?\s*([\w$]*)/.exec(code)?.[1] ?? ''
  if (/^use[A-Z]/.test(name) || (/\.[jt]sx$/.test(file) && /^[A-Z]/.test(name))) return [name]
  return /^\s*(?:[\w$.]+\s*\(\s*)?\{/.test(code) ? ['default', ...readWords(code)] : ['default']
}

const TOKEN = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*|[\w$]+|[()[\]{},;=]/g
const OPENING = /^[([{]$/
const CLOSING = /^[)\]}]$/

/** Returns the names that a declaration of variables binds, from after its keyword; all words of a pattern. */
function readDeclarators(code: string): readonly string[] {
  const names: string[] = []
  let depth = 0
  let isTarget = true
  for (const { 0: token, index } of code.matchAll(TOKEN)) {
    if (depth === 0 && (token === ';' || startsStatement(code, index, token))) break
    if (OPENING.test(token)) depth++
    else if (CLOSING.test(token)) depth--
    else if (depth === 0 && token === ',') isTarget = true
    else if (depth === 0 && token === '=') isTarget = false
    else if (isTarget && /^[\w$]/.test(token)) names.push(token)
    if (depth < 0) break
  }
  return names
}

function startsStatement(code: string, index: number, token: string): boolean {
  return (
    /^(?:export|import|const|let|var|function|class|type|interface)$/.test(token) && /\n\s*$/.test(code.slice(0, index))
  )
}

/** Returns the words up to the end of the first brackets. */
function readWords(code: string): readonly string[] {
  const words: string[] = []
  let depth = 0
  for (const [token] of code.matchAll(TOKEN)) {
    if (OPENING.test(token)) depth++
    else if (CLOSING.test(token)) depth--
    else if (/^[\w$'"]/.test(token)) words.push(token.replace(/['"]/g, ''))
    if (depth === 0 && CLOSING.test(token)) break
  }
  return words
}

/** Finds a module of the app. The name of an alias, such as `@/`, is replaced by the folder of the sources. */
function findModule(from: string, specifier: string, textOf: ReadText): string | undefined {
  const inAlias = specifier.slice(specifier.indexOf('/') + 1)
  const paths = specifier.startsWith('.')
    ? [posix.join(dirname(from), specifier)]
    : /^[@~#$][\w-]*\//.test(specifier)
      ? [`src/${inAlias}`, inAlias]
      : []
  return paths.flatMap(listCandidates).find((path) => textOf(path) !== undefined)
}

function listCandidates(path: string): readonly string[] {
  const base = path.replace(MODULE, '')
  return [
    ...(MODULE.test(path) ? [path] : []),
    ...[path, ...(base === path ? [] : [base]), `${path}/index`].flatMap((one) => EXTENSIONS.map((end) => one + end)),
  ]
}
