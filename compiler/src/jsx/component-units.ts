/**
 * Decides which exported components of a module are islands, and why: an island's own body is interactive, or it
 * renders a local component or calls a local function that is. Independent of the syntax tree: the build reads modules
 * with Babel, the editor with TypeScript.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { relative } from '#slash-path.ts'
import type { ComponentModel, IntentModel, SourceSpan } from '../model.ts'
import type { Renderer } from './renderer.ts'

/** What one top-level function of a module does itself. */
export interface Unit {
  /** Such as `event onClick (line 8)`, each once. */
  readonly reasons: string[]
  readonly intents: Omit<IntentModel, 'tool'>[]
  /** Names of other top-level functions that it calls or renders. */
  readonly uses: Set<string>
  rendersJsx: boolean
}

/** An exported binding. */
export interface ExportedUnit {
  /** Local name; `ANONYMOUS_DEFAULT` for an anonymous default export. */
  readonly local: string
  readonly exportName: string
  /** Span of the statement that declares it. */
  readonly span: SourceSpan
  /** Whether it is a call of the runtime's `island()`, which is then the only reason. */
  readonly isIslandCall: boolean
  /** Whether `@fw static` precedes it. */
  readonly isMarkedStatic: boolean
}

interface ModuleUnits {
  /** Top-level functions by local name, exported or not. */
  readonly units: ReadonlyMap<string, Unit>
  readonly exported: readonly ExportedUnit[]
}

export interface ModuleFile {
  /** Absolute path; a query is ignored. */
  readonly file: string
  readonly root: string
  /** Whether it is a page or layout, whose components are never islands. */
  readonly route: boolean
  /**
   *
   * @default Solid
   */
  readonly renderer?: Renderer | undefined
}

/** Local name of an anonymous default export; not a valid identifier. */
export const ANONYMOUS_DEFAULT = '*default'

export function createUnit(): Unit {
  return { reasons: [], intents: [], uses: new Set(), rendersJsx: false }
}

/** Adds a reason why a unit is interactive, once. */
export function addReason({ reasons }: Unit, reason: string, line: number): void {
  const text = `${reason} (line ${line})`
  if (!reasons.includes(text)) reasons.push(text)
}

/** Returns the chunk id of a module: the part before `#` in the id of its components. */
export function createChunkId(file: string, root: string): string {
  return createHash('sha256').update(relativeFile(file, root)).digest('base64url').slice(0, 8)
}

/** Returns the path relative to the root, with `/` and without a query. */
export function relativeFile(file: string, root: string): string {
  return relative(root, file.split('?')[0] ?? file)
}

/** Classifies every exported component of a module. */
export function listComponents({ units, exported }: ModuleUnits, module: ModuleFile): readonly ComponentModel[] {
  const file = relativeFile(module.file, module.root)
  const chunk = createChunkId(module.file, module.root)
  const components: ComponentModel[] = []
  const listed = new Set<string>()
  const exportedNames = new Set(exported.map((item) => item.local))
  for (const { local, exportName, span, isIslandCall, isMarkedStatic } of exported) {
    const name = exportName === 'default' ? defaultName(local, module.file) : exportName
    if (!isComponentName(name)) continue
    const unit = units.get(local)
    if (!isIslandCall && !unit?.rendersJsx) continue
    // Its event handlers are React's, which don't appear in the HTML.
    const own = module.renderer === 'react' && !isIslandCall ? [`React component (line ${span.line})`] : undefined
    const reasons =
      own !== undefined
        ? own
        : isIslandCall
          ? [`island() (line ${span.line})`]
          : collectReasons(local, units, exportedNames)
    components.push({
      name,
      exportName,
      file,
      span,
      id: `${chunk}#${exportName}`,
      island: !module.route && reasons.length > 0 && !isMarkedStatic,
      reasons,
      intents: listIntents(local, name, { units, exported: exportedNames, listed }),
      ...(module.renderer === undefined ? {} : { renderer: module.renderer }),
    })
  }
  return components
}

/** Returns its own reasons, and those of local functions that are reached without passing through another export. */
function collectReasons(
  local: string,
  units: ReadonlyMap<string, Unit>,
  exported: ReadonlySet<string>,
): readonly string[] {
  const inherited = listReached(local, units, exported).flatMap((name) =>
    (units.get(name)?.reasons ?? []).map((reason) => `uses ${name}: ${reason}`),
  )
  return [...(units.get(local)?.reasons ?? []), ...inherited]
}

/**
 * Returns the local functions that a component renders or calls, directly or indirectly, without passing through
 * another export.
 */
function listReached(
  local: string,
  units: ReadonlyMap<string, Unit>,
  exported: ReadonlySet<string>,
): readonly string[] {
  const seen = new Set([local])
  const found: string[] = []
  const queue = [...(units.get(local)?.uses ?? [])]
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (seen.has(name) || exported.has(name)) continue
    seen.add(name)
    found.push(name)
    queue.push(...(units.get(name)?.uses ?? []))
  }
  return found
}

interface IntentOwners {
  readonly units: ReadonlyMap<string, Unit>
  readonly exported: ReadonlySet<string>
  /** Local functions whose intents another component has already: two may render the same function. */
  readonly listed: Set<string>
}

/**
 * Returns the intents of a component, and those of the local functions that it reaches: components with a name of their
 * own, or hooks.
 */
function listIntents(
  local: string,
  component: string,
  { units, exported, listed }: IntentOwners,
): readonly IntentModel[] {
  const withTool = (owner: string, name: string): IntentModel[] =>
    (units.get(name)?.intents ?? []).map((intent) => ({ tool: `${owner}.${intent.name}`, ...intent }))
  const inherited = listReached(local, units, exported).filter((name) => !listed.has(name))
  for (const name of inherited) listed.add(name)
  return [
    ...withTool(component, local),
    ...inherited.flatMap((name) => withTool(isComponentName(name) ? name : component, name)),
  ]
}

/** Returns whether a local function is a component. */
export function isComponentName(local: string): boolean {
  return /^[A-Z]/.test(local)
}

/** Returns whether a comment, without its delimiters, marks a component as static. */
export function marksStatic(comment: string): boolean {
  return /^[\s*]*@fw\s+static\b/.test(comment)
}

/** An anonymous default export is named after its file: `cart-badge.tsx` is `CartBadge`. */
function defaultName(local: string, file: string): string {
  if (local !== ANONYMOUS_DEFAULT) return local
  const stem = basename(file.split('?')[0] ?? file).replace(/\.[^.]+$/, '')
  return stem.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Cheap pre-check: `<` before a name, `>` or `/` is JSX, a type argument or a comparison. Only JSX may contain
 * components.
 */
export function mayHoldComponents({ code, file }: { readonly code: string; readonly file: string }): boolean {
  return /<\/|\/>|\bisland\s*\(/.test(code) || (/\.[jt]sx$/.test(file.split('?')[0] ?? file) && OPENED.test(code))
}

/**
 * An element at the start of an expression, even if it isn't closed: Babel must report that. `<T,>` and `<T extends …>`
 * are types.
 */
const OPENED = /(?:=>|[=(,?:&|[{]|\breturn|\bdefault)\s*<(?:>|[A-Za-z][\w.:-]*(?!\s+extends\b)[\s>])/
