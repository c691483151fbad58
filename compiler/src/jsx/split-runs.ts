/** Reads the `run` of each intent of a module, with its captured variables. Only reads the Babel AST. */
import type { NodePath, types } from '@babel/core'
import type { ComponentModel, SourceSpan } from '../model.ts'

type Scope = NodePath['scope']
type Binding = NonNullable<ReturnType<Scope['getBinding']>>
type RunPath =
  | NodePath<types.ObjectMethod>
  | NodePath<types.ArrowFunctionExpression>
  | NodePath<types.FunctionExpression>

/** Code in a `run` that doesn't work in a separate file. */
export interface SplitProblem {
  readonly tool: string
  /**
   * `reassigned`: a variable of the component whose value changes. `this`: an expression that depends on its position.
   */
  readonly problem: 'reassigned' | 'this'
  /** The variable, or `this`, `super`, `arguments`, `new.target`. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The inline `run` of one intent. */
export interface SplitRun {
  readonly tool: string
  /** The member of the definition. */
  readonly member: NodePath<types.ObjectMethod> | NodePath<types.ObjectProperty>
  readonly run: RunPath
  /** Names of the variables of the module and the component that it uses. */
  readonly captures: readonly string[]
  /** Imports that it uses. */
  readonly imports: readonly Binding[]
  readonly problems: readonly SplitProblem[]
}

/** Returns the runs of the intents of `components`; a `run` that isn't inline is skipped. */
export function readRuns(
  program: NodePath<types.Program>,
  components: readonly Pick<ComponentModel, 'intents'>[],
): readonly SplitRun[] {
  const toolAt = new Map(
    components.flatMap(({ intents }) => intents.map(({ span, tool }) => [span.start, tool] as const)),
  )
  if (toolAt.size === 0) return []
  const runs: SplitRun[] = []
  program.traverse({
    CallExpression(call) {
      const tool = call.node.callee.type === 'Identifier' ? toolAt.get(call.node.start ?? -1) : undefined
      const member = tool === undefined ? undefined : runMember(call)
      const run = member && findFunction(member)
      if (tool !== undefined && member !== undefined && run !== undefined) runs.push(readRun(tool, member, run))
    },
  })
  return runs
}

function runMember(call: NodePath<types.CallExpression>): SplitRun['member'] | undefined {
  const definition = call.get('arguments')[1]
  if (!definition?.isObjectExpression()) return undefined
  for (const member of definition.get('properties')) {
    if (!member.isObjectMethod() && !member.isObjectProperty()) continue
    const { key, computed } = member.node
    if (!computed && key.type === 'Identifier' && key.name === 'run') return member
  }
  return undefined
}

function findFunction(member: SplitRun['member']): RunPath | undefined {
  if (member.isObjectMethod()) return member.node.kind === 'method' && !member.node.generator ? member : undefined
  const value = member.get('value') as NodePath // a property has one value
  if (value.isArrowFunctionExpression()) return value
  return value.isFunctionExpression() && !value.node.generator ? value : undefined
}

function readRun(tool: string, member: SplitRun['member'], run: RunPath): SplitRun {
  const captures: string[] = []
  const imports: Binding[] = []
  const problems: SplitProblem[] = findPlaces(run).map(({ name, node }) => ({
    tool,
    problem: 'this',
    name,
    ...getRange(node),
  }))
  for (let scope: Scope | undefined = run.scope.parent; scope !== undefined; scope = scope.parent)
    for (const [name, binding] of Object.entries(scope.bindings)) {
      const use = [...binding.referencePaths, ...binding.constantViolations].find(
        (path) => path.isDescendant(run) && !isInType(path, run),
      )
      if (use === undefined || run.scope.getBinding(name) !== binding) continue
      if (binding.kind === 'module') imports.push(binding)
      else captures.push(name)
      if (!binding.constant) problems.push({ tool, problem: 'reassigned', name, ...getRange(use.node) })
    }
  return { tool, member, run, captures: captures.sort(), imports, problems }
}

function getRange({ start, end }: types.Node): Pick<SourceSpan, 'start' | 'end'> {
  return { start: start ?? 0, end: end ?? start ?? 0 }
}

function isInType(path: NodePath, within: NodePath): boolean {
  for (let current: NodePath | null = path; current !== null && current !== within; current = current.parentPath)
    if (current.isTSType() || current.isTSTypeAnnotation() || current.isTSTypeParameterInstantiation()) return true
  return false
}

/**
 * Finds expressions with another meaning in a separate file: `this` and similar, if they belong to the definition or
 * the component.
 */
function findPlaces(run: RunPath): readonly { readonly name: string; readonly node: types.Node }[] {
  const found: { name: string; node: types.Node }[] = []
  const ownArguments = !run.isArrowFunctionExpression()
  run.traverse({
    Function(inner) {
      if (!inner.isArrowFunctionExpression()) inner.skip()
    },
    Class: (inner) => inner.skip(),
    ThisExpression: ({ node }) => void found.push({ name: 'this', node }),
    Super: ({ node }) => void found.push({ name: 'super', node }),
    MetaProperty({ node }) {
      if (node.meta.name === 'new') found.push({ name: 'new.target', node })
    },
    Identifier(path) {
      const { node } = path
      if (!ownArguments && node.name === 'arguments' && path.isReferencedIdentifier())
        found.push({ name: 'arguments', node })
    },
  })
  return found
}
