/**
 * Splits one flat ES module into a core and parts that only some importers need. A bundler shares whole modules: one
 * island that shows a list would make every page load the code for lists.
 */
import type { ESTree } from 'vite'
import { isNode } from './module-edits.ts'

/** The parts of a module by name; `core` always exists. Each is the code of a separate module. */
type ModuleParts = ReadonlyMap<string, string>

export interface SplitModule {
  /** Replaces the module: the same exports, from the parts. */
  readonly facade: string
  readonly parts: ModuleParts
}

interface Imported {
  /** The name in the other module. */
  readonly name: string
  readonly from: string
}

interface Statement {
  readonly code: string
  readonly declares: readonly string[]
  readonly reads: ReadonlySet<string>
  readonly assigns: ReadonlySet<string>
}

/**
 * Splits `code`, whose syntax tree is `program`. The core is everything that `roots` reach; statements of the rest that
 * refer to each other stay together. `partId` returns the specifier of a part. Returns `undefined` if the module
 * contains anything other than declarations, imports and export lists.
 */
export function splitModule(
  code: string,
  program: ESTree.Program,
  roots: readonly string[],
  partId: (part: string) => string,
): SplitModule | undefined {
  const statements: Statement[] = []
  const imports = new Map<string, Imported>()
  const exported = new Map<string, string>()
  const foreign: string[] = []
  for (const node of program.body) {
    const text = code.slice(node.start, node.end)
    if (node.type === 'ImportDeclaration') {
      if (!readImport(node, imports)) return undefined
    } else if (node.type === 'ExportNamedDeclaration' && node.source) foreign.push(text)
    else if (node.type === 'ExportNamedDeclaration' && !node.declaration) readExports(node, exported)
    else if (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclaration')
      statements.push(read(node, text))
    else return undefined
  }
  const owner = new Map(statements.flatMap((statement) => statement.declares.map((name) => [name, statement])))
  if (!roots.every((name) => owner.has(name))) return undefined
  const groups = group(statements, owner, roots)
  const getPart = (name: string) => {
    const statement = owner.get(name)
    return statement && groups.get(statement)
  }
  const parts = new Map<string, string>()
  for (const part of new Set(groups.values())) {
    const own = statements.filter((statement) => groups.get(statement) === part)
    parts.set(part, print(part, own, { imports, partOf: getPart, partId }))
  }
  const reexports = [...exported].map(([name, local]) => {
    const part = getPart(local)
    if (part === undefined) {
      const imported = imports.get(local)
      return imported && `export { ${imported.name} as ${name} } from ${JSON.stringify(imported.from)}`
    }
    return `export { ${INTERNAL}${local} as ${name} } from ${JSON.stringify(partId(part))}`
  })
  return { facade: [...foreign, ...reexports].join('\n'), parts }
}

/** Prefix of the names that parts export to each other, so that they don't collide with exported names. */
const INTERNAL = '$fw_'

/** Statement -> its part: `core`, or the first name that the part declares. */
function group(
  statements: readonly Statement[],
  owner: ReadonlyMap<string, Statement>,
  roots: readonly string[],
): ReadonlyMap<Statement, string> {
  const core = new Set<Statement>()
  const addToCore = (statement: Statement | undefined): void => {
    if (statement === undefined || core.has(statement)) return
    core.add(statement)
    for (const name of statement.reads) addToCore(owner.get(name))
  }
  for (const name of roots) addToCore(owner.get(name))
  // An imported binding can't be assigned: statements that change the core's state belong to the core.
  for (let size = -1; size !== core.size; ) {
    size = core.size
    for (const statement of statements) {
      const targets = [...statement.assigns].map((name) => owner.get(name))
      if (targets.some((target) => target !== undefined && target !== statement && core.has(target)))
        addToCore(statement)
    }
  }
  const groups = new Map<Statement, string>()
  for (const statement of core) groups.set(statement, 'core')
  const rest = statements.filter((statement) => !core.has(statement))
  for (const statement of rest) {
    const near = new Set(
      [...statement.reads].flatMap((name) => owner.get(name) ?? []).filter((item) => !core.has(item)),
    )
    const known = [...near].flatMap((item) => groups.get(item) ?? [])
    const part = known[0] ?? statement.declares[0] ?? 'core'
    for (const item of [statement, ...near]) groups.set(item, part)
    // This statement joins groups that were separate so far.
    for (const [item, old] of groups) if (known.includes(old)) groups.set(item, part)
  }
  return groups
}

function print(
  part: string,
  statements: readonly Statement[],
  context: {
    readonly imports: ReadonlyMap<string, Imported>
    readonly partOf: (name: string) => string | undefined
    readonly partId: (part: string) => string
  },
): string {
  const declared = new Set(statements.flatMap(({ declares }) => declares))
  const needed = new Set(statements.flatMap(({ reads }) => [...reads]).filter((name) => !declared.has(name)))
  const lines: string[] = []
  for (const name of needed) {
    const from = context.partOf(name)
    const imported = context.imports.get(name)
    if (from !== undefined && from !== part)
      lines.push(`import { ${INTERNAL}${name} as ${name} } from ${JSON.stringify(context.partId(from))}`)
    else if (imported !== undefined)
      lines.push(`import { ${imported.name} as ${name} } from ${JSON.stringify(imported.from)}`)
  }
  const names = [...declared].map((name) => `${name} as ${INTERNAL}${name}`)
  return [...lines, ...statements.map(({ code }) => code), `export { ${names.join(', ')} }`].join('\n')
}

/** Reads an import. Returns `false` for forms that can't be split: default and namespace imports. */
function readImport(node: ESTree.ImportDeclaration, imports: Map<string, Imported>): boolean {
  return node.specifiers.every((specifier) => {
    if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') return false
    imports.set(specifier.local.name, { name: specifier.imported.name, from: node.source.value })
    return true
  })
}

function readExports(node: ESTree.ExportNamedDeclaration, exported: Map<string, string>): void {
  for (const { exported: outer, local } of node.specifiers)
    if (outer.type === 'Identifier' && local.type === 'Identifier') exported.set(outer.name, local.name)
}

function read(node: ESTree.Function | ESTree.VariableDeclaration, code: string): Statement {
  const reads = new Set<string>()
  const assigns = new Set<string>()
  const declares =
    node.type === 'VariableDeclaration' ? node.declarations.flatMap(({ id }) => namesIn(id)) : namesIn(node.id)
  walk(node, (inner, parent, key) => {
    if (inner.type === 'AssignmentExpression') for (const name of namesIn(inner.left)) assigns.add(name)
    if (inner.type === 'UpdateExpression') for (const name of namesIn(inner.argument)) assigns.add(name)
    // Names of members and keys aren't references. Shadowed names count as references: this only keeps more code
    // together.
    const isName = (key === 'property' || key === 'key') && 'computed' in parent && !parent.computed
    const isShorthand = 'shorthand' in parent && parent.shorthand === true
    if (inner.type === 'Identifier' && (!isName || isShorthand)) reads.add(inner.name)
  })
  return { code, declares, reads, assigns }
}

/** Returns the identifiers of a pattern or an assignment target; a member's object isn't one. */
function namesIn(node: unknown): readonly string[] {
  const names: string[] = []
  if (!isNode(node) || node.type === 'MemberExpression') return names
  if (node.type === 'Identifier') return [String(node.name)]
  walk(node, (inner, parent, key) => {
    const isName = key === 'key' && 'computed' in parent && !parent.computed
    if (inner.type === 'Identifier' && !isName) names.push(inner.name)
  })
  return names
}

type Visit = (node: ESTree.Node, parent: object, key: string) => void

function walk(node: object, visit: Visit): void {
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      visit(child as unknown as ESTree.Node, node, key) // a value with a type is a node
      walk(child, visit)
    }
}
