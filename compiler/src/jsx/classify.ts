/**
 * Which exported components of a module are islands, and why: an island's own body is interactive, or it renders a local
 * component or calls a local function that is. Pure reading of the Babel AST; nothing is changed here.
 */
import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import type { NodePath, types } from '@babel/core'
import type { ComponentModel, IntentModel, SourceSpan } from '../model.ts'
import { findExports } from './exports.ts'
import {
  attributeReason,
  type ImportedName,
  isInteractiveAttribute,
  isIslandImport,
  reactiveCall,
} from './reactive-names.ts'

/** What one top-level function of a module does by itself. */
interface Unit {
  readonly reasons: string[]
  readonly intents: Omit<IntentModel, 'tool'>[]
  /** Names of other top-level functions that it calls or renders. */
  readonly uses: Set<string>
  rendersJsx: boolean
}

export interface ModuleFile {
  /** Absolute path; a query is ignored. */
  readonly file: string
  readonly root: string
  /** A page or layout: nothing in it is ever an island. */
  readonly route: boolean
}

/** The chunk id of a module: what stands before `#` in the id of its components. */
export function chunkOf(file: string, root: string): string {
  return createHash('sha256').update(relativeFile(file, root)).digest('base64url').slice(0, 8)
}

/** Classifies every exported component of the parsed module. */
export function classifyProgram(program: NodePath<types.Program>, module: ModuleFile): readonly ComponentModel[] {
  const file = relativeFile(module.file, module.root)
  const exports = findExports(program)
  const imports = readImports(program)
  const units = new Map<string, Unit>()
  for (const [local, path] of exports.functions) units.set(local, analyzeUnit(path, imports, exports.functions, file))
  const chunk = chunkOf(module.file, module.root)
  const components: ComponentModel[] = []
  const listed = new Set<string>()
  const exportedNames = new Set(exports.exported.map((item) => item.local))
  for (const { local, exportName, statement } of exports.exported) {
    const name = exportName === 'default' ? defaultName(local, module.file) : exportName
    if (!isComponentName(name)) continue
    const call = exports.calls.get(local)
    const override =
      call !== undefined && isIslandImport(imports.get(call)) ? [`island() (line ${lineOf(statement)})`] : undefined
    const unit = units.get(local)
    if (override === undefined && !unit?.rendersJsx) continue
    const reasons = override ?? inheritedReasons(local, units, exportedNames)
    components.push({
      name,
      exportName,
      file,
      span: spanOf(statement, file),
      id: `${chunk}#${exportName}`,
      island: !module.route && reasons.length > 0 && !isMarkedStatic(statement),
      reasons,
      intents: intentsOf(local, name, { units, exported: exportedNames, listed }),
    })
  }
  return components
}

function analyzeUnit(
  path: NodePath,
  imports: ReadonlyMap<string, ImportedName>,
  functions: ReadonlyMap<string, NodePath>,
  file: string,
): Unit {
  const unit: Unit = { reasons: [], intents: [], uses: new Set(), rendersJsx: false }
  const because = (reason: string, node: types.Node) => {
    const text = `${reason} (line ${node.loc?.start.line ?? 0})`
    if (!unit.reasons.includes(text)) unit.reasons.push(text)
  }
  path.traverse({
    JSXElement() {
      unit.rendersJsx = true
    },
    JSXFragment() {
      unit.rendersJsx = true
    },
    JSXOpeningElement(element) {
      const tag = element.node.name
      if (tag.type !== 'JSXIdentifier') return
      if (!/^[a-z]/.test(tag.name)) {
        if (functions.has(tag.name)) unit.uses.add(tag.name)
        return
      }
      for (const attribute of element.node.attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.value?.type === 'StringLiteral') continue
        const name = attributeName(attribute)
        if (isInteractiveAttribute(name)) because(attributeReason(name), attribute)
      }
    },
    MemberExpression(member) {
      const { property, computed } = member.node
      if (!computed && property.type === 'Identifier' && property.name === 'children') unit.rendersJsx = true
    },
    CallExpression(call) {
      const { callee } = call.node
      if (callee.type !== 'Identifier') return
      if (functions.has(callee.name)) unit.uses.add(callee.name)
      const imported = imports.get(callee.name)
      const kind = imported && reactiveCall(imported)
      if (kind === undefined) return
      if (kind !== 'intent') return because(`${kind} ${callee.name}`, call.node)
      const intent = readIntent(call.node, file)
      because(intent === undefined ? 'call intent' : `intent ${intent.name}`, call.node)
      if (intent !== undefined) unit.intents.push(intent)
    },
  })
  return unit
}

/** Own reasons, and those of local functions that are reached without passing through another export. */
function inheritedReasons(
  local: string,
  units: ReadonlyMap<string, Unit>,
  exported: ReadonlySet<string>,
): readonly string[] {
  const inherited = reached(local, units, exported).flatMap((name) =>
    (units.get(name)?.reasons ?? []).map((reason) => `uses ${name}: ${reason}`),
  )
  return [...(units.get(local)?.reasons ?? []), ...inherited]
}

/** The local functions that a component renders or calls, directly or not, without passing through another export. */
function reached(local: string, units: ReadonlyMap<string, Unit>, exported: ReadonlySet<string>): readonly string[] {
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

interface ModuleUnits {
  readonly units: ReadonlyMap<string, Unit>
  readonly exported: ReadonlySet<string>
  /** Local functions whose intents another component has already: two may render the same. */
  readonly listed: Set<string>
}

/** The intents of a component, and those of the local functions that it reaches: components of their own name, or hooks. */
function intentsOf(local: string, component: string, { units, exported, listed }: ModuleUnits): readonly IntentModel[] {
  const withTool = (owner: string, name: string): IntentModel[] =>
    (units.get(name)?.intents ?? []).map((intent) => ({ tool: `${owner}.${intent.name}`, ...intent }))
  const inherited = reached(local, units, exported).filter((name) => !listed.has(name))
  for (const name of inherited) listed.add(name)
  return [
    ...withTool(component, local),
    ...inherited.flatMap((name) => withTool(isComponentName(name) ? name : component, name)),
  ]
}

/** Whether a local function is a component of its own. */
export function isComponentName(local: string): boolean {
  return /^[A-Z]/.test(local)
}

function readIntent(call: types.CallExpression, file: string): Unit['intents'][number] | undefined {
  const [name, definition] = call.arguments
  if (name?.type !== 'StringLiteral') return undefined
  const property = (key: string) =>
    definition?.type === 'ObjectExpression'
      ? definition.properties.find(
          (item) => item.type === 'ObjectProperty' && item.key.type === 'Identifier' && item.key.name === key,
        )
      : undefined
  const description = property('description')
  const text =
    description?.type === 'ObjectProperty' && description.value.type === 'StringLiteral'
      ? description.value.value
      : undefined
  return {
    name: name.value,
    span: spanOf(call, file),
    input: { source: property('input') === undefined ? 'none' : 'schema' },
    output: { source: property('output') === undefined ? 'none' : 'schema' },
    ...(text === undefined ? {} : { description: text }),
  }
}

function readImports(program: NodePath<types.Program>): ReadonlyMap<string, ImportedName> {
  const imports = new Map<string, ImportedName>()
  for (const statement of program.node.body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue
    for (const specifier of statement.specifiers) {
      const from = statement.source.value
      if (specifier.type === 'ImportSpecifier') {
        const { imported } = specifier
        imports.set(specifier.local.name, {
          from,
          name: imported.type === 'Identifier' ? imported.name : imported.value,
        })
      } else imports.set(specifier.local.name, { from, name: specifier.local.name })
    }
  }
  return imports
}

function attributeName(attribute: types.JSXAttribute): string {
  const { name } = attribute
  return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name
}

function isMarkedStatic(statement: types.Node): boolean {
  return (statement.leadingComments ?? []).some((comment) => /^[\s*]*@fw\s+static\b/.test(comment.value))
}

/** An anonymous default export is named by its file: `cart-badge.tsx` is `CartBadge`. */
function defaultName(local: string, file: string): string {
  if (!local.startsWith('*')) return local
  const stem = basename(file.split('?')[0] ?? file).replace(/\.[^.]+$/, '')
  return stem.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function relativeFile(file: string, root: string): string {
  return relative(root, file.split('?')[0] ?? file).replaceAll('\\', '/')
}

function lineOf(node: types.Node): number {
  return node.loc?.start.line ?? 0
}

function spanOf(node: types.Node, file: string): SourceSpan {
  const start = node.start ?? 0
  return { file, start, end: node.end ?? start, line: lineOf(node), column: (node.loc?.start.column ?? 0) + 1 }
}
