/**
 * Removes the code of Solid that runs only once a variable is set, in bundles that never set it: transitions, schedulers,
 * Suspense and error handlers, for apps without them. The bundler removes unused functions, but not the branches for them in
 * functions that every island needs.
 */
import type { Plugin } from 'vite'
import { isNode, type Node } from './module-edits.ts'

const CORE = /[\\/]solid-js[\\/]dist[\\/]solid\.js\?fw-part=core$/

/** For builds. Runs after the bundler has removed unused exports, and before the minifier. */
export function unsetVariables(): Plugin {
  return {
    name: 'fw:unset-variables',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    renderChunk(code, { moduleIds }) {
      if (!moduleIds.some((id) => CORE.test(id))) return null
      return { code: replaceUnset(code, this.parse(code)), map: null }
    },
  }
}

/** A reference to a variable or function. */
interface Reference {
  readonly name: string
  readonly node: Node
  /** The function of the module around it; `undefined` in code that runs when the module starts. */
  readonly within: string | undefined
  /** Variables that are set when the reference is reached. */
  readonly guards: readonly string[]
  /** The new value, if it is an assignment; `undefined` is an unknown one. */
  readonly assigned?: { readonly value: string | undefined }
  /** Whether it names an export, which can't be replaced. */
  readonly isExport?: boolean
}

/**
 * Replaces variables of the module that are never set by `null` or `undefined`, and removes functions that nothing reaches then.
 * Positions stay the same, so that the source map stays valid. The minifier removes the code that has become unreachable.
 */
export function replaceUnset(code: string, program: object): string {
  const { body } = program as { readonly body: readonly Node[] } // ESTree
  const references: Reference[] = []
  const bindings: string[] = []
  const functions = new Map(body.flatMap((node) => (isFunction(node) ? [[getName(node.id), node] as const] : [])))
  for (const node of body) {
    const within = isFunction(node) ? getName(node.id) : undefined
    walk(node, { within, guards: [] }, references, bindings)
  }
  const values = new Map(body.flatMap(readUnset))
  // A name with another meaning somewhere in the module stays.
  for (const name of bindings) if (bindings.indexOf(name) !== bindings.lastIndexOf(name)) values.delete(name)
  const reached = findReached(references, values, functions)
  let changed = code
  const replace = ({ start, end }: Node, text: string) => {
    const rest = code.slice(start, end).replace(/\S/g, ' ').slice(text.length)
    changed = changed.slice(0, start) + text + rest + changed.slice(end)
  }
  for (const { name, node, assigned, isExport } of references) {
    const value = values.get(name)
    const isSame = assigned === undefined || assigned.value === value
    if (value !== undefined && isSame && !isExport && value.length <= node.end - node.start) replace(node, value)
  }
  for (const [name, node] of functions) if (!reached.has(name)) replace(node, '')
  return changed
}

/** Returns the functions that are reached. Removes variables from `values` that a reached assignment sets. */
function findReached(
  references: readonly Reference[],
  values: Map<string, string>,
  functions: ReadonlyMap<string, Node>,
): ReadonlySet<string> {
  for (;;) {
    const reached = new Set<string>()
    const isReached = ({ within, guards }: Reference) =>
      (within === undefined || reached.has(within)) && !guards.some((name) => values.has(name))
    for (let before = -1; before !== reached.size; ) {
      before = reached.size
      for (const reference of references)
        if (functions.has(reference.name) && isReached(reference)) reached.add(reference.name)
    }
    const set = references.filter(
      (reference) =>
        reference.assigned && reference.assigned.value !== values.get(reference.name) && isReached(reference),
    )
    if (!set.some(({ name }) => values.delete(name))) return reached
  }
}

/** Returns the variables of a declaration that begin without a value, each with the code of that value. */
function readUnset({ type, declarations }: Node): readonly (readonly [string, string])[] {
  if (type !== 'VariableDeclaration') return []
  return (declarations as readonly Node[]).flatMap(({ id, init }) => {
    const value = init === null ? '(void 0)' : readValue(init)
    return isNode(id) && id.type === 'Identifier' && value !== undefined ? [[getName(id), value] as const] : []
  })
}

function readValue(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' && node.raw === 'null' ? 'null' : undefined
}

interface Place {
  readonly within: string | undefined
  readonly guards: readonly string[]
}

/** Adds the references and the bound names in `node`. */
function walk(node: Node, place: Place, references: Reference[], bindings: string[]): void {
  const { type } = node
  const bind = (...patterns: readonly unknown[]) => bindings.push(...patterns.flatMap(listNames))
  if (type === 'VariableDeclarator') bind(node.id)
  if (type === 'CatchClause') bind(node.param)
  if (/Function|^Class/.test(type)) bind(node.id, ...((node.params ?? []) as readonly unknown[]))
  if (/^Import\w*Specifier$/.test(type)) bind(node.local)
  // No value can replace these names: the second entry makes them ambiguous.
  if (type === 'LabeledStatement') bind(node.label, node.label)
  if (type === 'Property' && node.shorthand === true) bind(node.value, node.value)
  if (type === 'UpdateExpression') bind(node.argument, node.argument)
  if (/^For(?:In|Of)/.test(type)) bind(node.left, node.left)
  if (isPlainAssignment(node))
    references.push({ ...place, name: getName(node.left), node, assigned: { value: readValue(node.right) } })
  else if (type === 'AssignmentExpression') bind(node.left, node.left)
  const guarded = { ...place, guards: [...place.guards, ...listGuards(node)] }
  for (const [key, value] of Object.entries(node)) {
    if (isSkipped(node, key)) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      const inner = GUARDED[type] === key ? guarded : place
      if (child.type === 'Identifier')
        references.push({ ...inner, name: getName(child), node: child, isExport: type === 'ExportSpecifier' })
      else walk(child, inner, references, bindings)
    }
  }
}

/** The member of a node that runs only if its test holds. */
const GUARDED: Readonly<Record<string, string>> = {
  IfStatement: 'consequent',
  ConditionalExpression: 'consequent',
  LogicalExpression: 'right',
}

/** Returns the variables without which the guarded member of a node doesn't run. */
function listGuards({ type, operator, test, left }: Node): readonly string[] {
  if (type === 'LogicalExpression') return operator === '&&' ? listTested(left) : []
  return type in GUARDED ? listTested(test) : []
}

function listTested(test: unknown): readonly string[] {
  if (!isNode(test)) return []
  if (test.type === 'Identifier') return [getName(test)]
  return test.type === 'LogicalExpression' && test.operator === '&&'
    ? [...listTested(test.left), ...listTested(test.right)]
    : []
}

/** Keys of members that are names, and not references. */
const NAMES = /^(?:id|label|imported|exported|meta)$/

/** Whether a member of a node contains no reference of its own. */
function isSkipped(node: Node, key: string): boolean {
  if (key === 'property' || key === 'key') return node.computed !== true
  return NAMES.test(key) || (key === 'left' && isPlainAssignment(node))
}

function isPlainAssignment({ type, operator, left }: Node): boolean {
  return type === 'AssignmentExpression' && operator === '=' && isNode(left) && left.type === 'Identifier'
}

/** Returns the identifiers in a pattern. A member in it isn't a variable. */
function listNames(node: unknown): readonly string[] {
  if (!isNode(node) || node.type === 'MemberExpression') return []
  if (node.type === 'Identifier') return [getName(node)]
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).flatMap(listNames))
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration'
}

function getName(node: unknown): string {
  return isNode(node) ? String(node.name) : ''
}
