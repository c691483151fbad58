/** Where every file of the app goes, and what its imports say then. */
import { posix } from 'node:path'
import { Node, type SourceFile } from 'ts-morph'
import type { CodemodApp, SourceEdits } from '#codemods/codemod.ts'
import { relativeTo, resolveSpecifier, spelled } from '#codemods/moved-imports.ts'
import { readJson } from '#codemods/syntax/json-edit.ts'
import { hasJsx, isInteractive, reactFiles } from './react-files.ts'
import { type NextRoute, routeOf } from './routes.ts'

export interface PlannedFile {
  readonly file: SourceFile
  readonly path: string
  readonly route: NextRoute | undefined
  /** Whether React renders it from now on too. */
  readonly isReact: boolean
  /** Whether a route that moves shows it or uses it. */
  readonly isReached: boolean
  /** Whether files of Solid use it: a file of React is an island then. */
  readonly isIsland: boolean
  /** Where it goes; its own path while it stays. */
  readonly to: string
}

export interface Plan {
  readonly files: ReadonlyMap<SourceFile, PlannedFile>
  /** Whether a route moves at all. */
  readonly isActive: boolean
  /** Whether scripts import stylesheets. */
  readonly hasStyles: boolean
  /** Which of the app's files a specifier names. */
  target(file: SourceFile, specifier: string): SourceFile | undefined
  /** The specifier in a file at `from`; undefined for a package. */
  respell(file: SourceFile, specifier: string, from: string): string | undefined
}

const OUTSIDE = /(?:^|\/)(?:next-env\.d|[\w.-]+\.config|middleware|proxy|instrumentation)\.[cm]?[jt]s$/

export function planFiles(app: CodemodApp): Plan {
  const byPath = new Map(app.sources.map((file) => [file.getFilePath().slice(1), file]))
  const aliases = readAliases(app)
  const exists = (path: string) => byPath.has(path) || app.read(path) !== undefined
  const pathOf = (file: SourceFile, specifier: string) => {
    const base = specifier.startsWith('.')
      ? posix.join(posix.dirname(file.getFilePath().slice(1)), specifier)
      : aliases
          .map(([from, to]) => (specifier.startsWith(from) ? to + specifier.slice(from.length) : undefined))
          .find((path) => path !== undefined)
    return base === undefined ? undefined : resolveSpecifier(posix.normalize(base), exists)
  }
  const target = (file: SourceFile, specifier: string) => byPath.get(pathOf(file, specifier)?.path ?? '')
  const imported = (file: SourceFile) =>
    file.getImportStringLiterals().flatMap((literal) => target(file, literal.getLiteralText()) ?? [])
  const active = app.sources.filter((file) => isActive(file))
  const reached = reachable(active, imported)
  const react = reactFiles(
    [...reached].filter((file) => !isLayout(file)),
    imported,
  )
  const fromSolid = new Set([...reached].filter((file) => !react.has(file)).flatMap(imported))
  const files = new Map<SourceFile, PlannedFile>()
  for (const [path, file] of byPath) {
    const route = routeOf(path)
    // A layout has to be Solid: one that does something in a browser stays, until a person has divided it.
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
      to: placeOf(file, path, { route, isReact, isReached }),
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
      const found = pathOf(file, specifier)
      if (found === undefined) return undefined
      return relativeTo(posix.dirname(from), spelled(moves.get(found.path) ?? found.path, found.left))
    },
  }
}

interface Known {
  readonly route: NextRoute | undefined
  readonly isReact: boolean
  readonly isReached: boolean
}

function placeOf(file: SourceFile, path: string, { route, isReact, isReached }: Known): string {
  const jsx = hasJsx(file)
  const extension = jsx ? '.tsx' : (/\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '')
  if (route !== undefined) {
    if (route.kind === 'other' || route.kind === 'document') return path
    if (route.kind === 'api') return `${route.to}.ts`
    // The view of a page with handlers or state: its route is a file of its own.
    if (isReact && route.kind === 'page') return viewOf(route)
    return isReact ? path : `${route.to}${extension === '.js' ? '.tsx' : extension}`
  }
  if (!isReached || OUTSIDE.test(path)) return path
  const inside = path.startsWith('src/') ? path : `src/${path}`
  const bare = inside.replace(/\.[cm]?[jt]sx?$/, '')
  return isReact ? `${bare.replace(/\.react$/, '')}.react.tsx` : bare + extension
}

/** `posts/[slug]` is shown by `src/components/posts-slug-page.react.tsx`. */
export function viewOf({ to }: NextRoute): string {
  const name = to
    .replace(/^src\/routes\//, '')
    .replace(/(?:^|\/)index$/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `src/components/${name === '' ? 'home' : name.toLowerCase()}-page.react.tsx`
}

function isLayout(file: SourceFile): boolean {
  return /^(?:layout|app)$/.test(routeOf(file.getFilePath().slice(1))?.kind ?? '')
}

/** Whether the file is a route that has a place in fw. */
function isActive(file: SourceFile): boolean {
  const kind = routeOf(file.getFilePath().slice(1))?.kind
  if (kind === undefined || kind === 'other' || kind === 'document') return false
  return kind === 'page' || !isInteractive(file)
}

/** What the routes import, directly or not, and they themselves. */
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

/** `@/*` of `paths`, as `['@/', 'src/']`. */
function readAliases(app: CodemodApp): readonly (readonly [string, string])[] {
  const text = app.read('tsconfig.json') ?? app.read('jsconfig.json') ?? '{}'
  const { compilerOptions } = readJson(text) as {
    compilerOptions?: { baseUrl?: string; paths?: Readonly<Record<string, readonly string[]>> }
  }
  const { baseUrl = '.', paths = {} } = compilerOptions ?? {}
  return Object.entries(paths).flatMap(([from, [to = '']]) =>
    from.endsWith('/*') && to.endsWith('*') ? [[from.slice(0, -1), posix.join(baseUrl, to.slice(0, -1))] as const] : [],
  )
}

/** Imports by an alias become relative: nothing but TypeScript knows it. Those that are relative follow by themselves. */
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
