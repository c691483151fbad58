/** Plans the new path of every file of the app, and the new specifiers of its imports. */
import { posix } from 'node:path'
import { Node, type SourceFile } from 'ts-morph'
import type { CodemodApp, SourceEdits } from '#codemods/codemod.ts'
import { relativeTo, resolveBase, resolveSpecifier, toSpecifier } from '#codemods/moved-imports.ts'
import { readAliases } from '#codemods/syntax/imported-file.ts'
import { importsFrom } from '#codemods/syntax/imports.ts'
import { findReactFiles, hasJsx, isInteractive } from './react-files.ts'
import { type NextRoute, parseRoute } from './routes.ts'

export interface PlannedFile {
  readonly file: SourceFile
  readonly path: string
  readonly route: NextRoute | undefined
  /** Whether the file stays React. */
  readonly isReact: boolean
  /** Whether a converted route uses it. */
  readonly isReached: boolean
  /** Whether Solid files use it. A React file is an island then. */
  readonly isIsland: boolean
  /** New path, or its own path if it stays. */
  readonly to: string
}

export interface Plan {
  readonly files: ReadonlyMap<SourceFile, PlannedFile>
  /** Whether any route is converted. */
  readonly isActive: boolean
  /** Whether scripts import stylesheets. */
  readonly hasStyles: boolean
  /** Resolves a specifier to a file of the app. */
  target(file: SourceFile, specifier: string): SourceFile | undefined
  /** Returns the specifier for a file at `from`, or `undefined` for a package. */
  respell(file: SourceFile, specifier: string, from: string): string | undefined
}

const OUTSIDE = /(?:^|\/)(?:next-env\.d|[\w.-]+\.config|middleware|proxy|instrumentation)\.[cm]?[jt]s$/

export function planFiles(app: CodemodApp): Plan {
  const byPath = new Map(app.sources.map((file) => [file.getFilePath().slice(1), file]))
  const aliases = readAliases(app)
  const exists = (path: string) => byPath.has(path) || app.read(path) !== undefined
  const resolvePath = (file: SourceFile, specifier: string) => {
    const base = resolveBase(file.getFilePath().slice(1), specifier, aliases)
    return base === undefined ? undefined : resolveSpecifier(base, exists)
  }
  const target = (file: SourceFile, specifier: string) => byPath.get(resolvePath(file, specifier)?.path ?? '')
  const listImported = (file: SourceFile) =>
    file.getImportStringLiterals().flatMap((literal) => target(file, literal.getLiteralText()) ?? [])
  const active = app.sources.filter((file) => isActive(file))
  const reached = reachable(active, listImported)
  const react = findReactFiles(
    [...reached].filter((file) => !isLayout(file)),
    listImported,
  )
  const fromSolid = new Set([...reached].filter((file) => !react.has(file)).flatMap(listImported))
  const files = new Map<SourceFile, PlannedFile>()
  for (const [path, file] of byPath) {
    const route = parseRoute(path)
    // A layout has to be Solid. An interactive layout stays until the developer splits it.
    const isReact = react.has(file) || (isLayout(file) && isInteractive(file))
    const isReached = reached.has(file)
    const isIsland = isReact && (route !== undefined || fromSolid.has(file))
    files.set(file, {
      file,
      path,
      route,
      isReact,
      isReached,
      isIsland,
      to: findLocation(file, path, { route, isReact, isReached }),
    })
  }
  const moves = new Map([...files.values()].map((planned) => [planned.path, planned.to]))
  return {
    files,
    isActive: active.length > 0,
    hasStyles: app.sources.some((file) =>
      file.getImportStringLiterals().some((one) => /\.(?:s?css|less)$/.test(one.getLiteralText())),
    ),
    target,
    respell(file, specifier, from) {
      const found = resolvePath(file, specifier)
      if (found === undefined) return undefined
      return relativeTo(posix.dirname(from), toSpecifier(moves.get(found.path) ?? found.path, found.left))
    },
  }
}

interface Known {
  readonly route: NextRoute | undefined
  readonly isReact: boolean
  readonly isReached: boolean
}

function findLocation(file: SourceFile, path: string, { route, isReact, isReached }: Known): string {
  const jsx = hasJsx(file)
  const extension = jsx ? '.tsx' : (/\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '')
  if (route !== undefined) {
    if (route.kind === 'other' || route.kind === 'document') return path
    if (route.kind === 'api') return `${route.to}.ts`
    // The route of an interactive page is a separate file, which renders the page as its view.
    if (isReact && route.kind === 'page') return getViewPath(route)
    return isReact ? path : `${route.to}${extension === '.js' ? '.tsx' : extension}`
  }
  if (!isReached || OUTSIDE.test(path)) return path
  const inside = path.startsWith('src/') ? path : `src/${path}`
  const bare = inside.replace(/\.[cm]?[jt]sx?$/, '')
  if (isReact) return `${bare.replace(/\.react$/, '')}.react.tsx`
  // fw keeps files of this name out of the browser, as the import did.
  const isServerOnly = importsFrom(file, 'server-only').length > 0 && !bare.endsWith('.server')
  return bare + (isServerOnly ? '.server' : '') + extension
}

/** Returns the path of the view: `posts/[slug]` gets `src/components/posts-slug-page.react.tsx`. */
function getViewPath({ to }: NextRoute): string {
  const name = to
    .replace(/^src\/routes\//, '')
    .replace(/(?:^|\/)index$/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `src/components/${name === '' ? 'home' : name.toLowerCase()}-page.react.tsx`
}

function isLayout(file: SourceFile): boolean {
  return /^(?:layout|app)$/.test(parseRoute(file.getFilePath().slice(1))?.kind ?? '')
}

/** Returns whether the file is a route that fw supports. */
function isActive(file: SourceFile): boolean {
  const kind = parseRoute(file.getFilePath().slice(1))?.kind
  if (kind === undefined || kind === 'other' || kind === 'document') return false
  return kind === 'page' || !isInteractive(file)
}

/** Returns the routes and the files that they import, directly or not. */
function reachable(
  routes: readonly SourceFile[],
  imported: (file: SourceFile) => readonly SourceFile[],
): ReadonlySet<SourceFile> {
  const reached = new Set<SourceFile>()
  const visit = (file: SourceFile) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const other of imported(file)) visit(other)
  }
  for (const file of routes) visit(file)
  return reached
}

/**
 * Makes imports by an alias relative, because only TypeScript resolves the alias. Relative imports are updated
 * elsewhere.
 */
export function rewriteAliases(
  { file, to }: PlannedFile,
  edits: SourceEdits,
  { plan, drop }: { readonly plan: Plan; readonly drop: readonly Node[] },
): void {
  for (const literal of file.getImportStringLiterals()) {
    const text = literal.getLiteralText()
    if (
      text.startsWith('.') ||
      !Node.isStringLiteral(literal) ||
      drop.some((one) => literal.getAncestors().includes(one))
    )
      continue
    const specifier = plan.respell(file, text, to)
    if (specifier !== undefined) edits.replace({ start: literal.getStart() + 1, end: literal.getEnd() - 1 }, specifier)
  }
}
