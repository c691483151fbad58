/**
 * Finds which elements of a component read which signal, part of a store, prop or intent, and which functions they call
 * (`compiler.bindingMaps`). Only reads the Babel AST; values that another file computes aren't followed.
 */
import type { NodePath, types } from '@babel/core'
import type { BindingModel, ComponentModel } from '../model.ts'
import { isCallbackName } from './binding-values.ts'
import { getLine, readImports } from './classify-components.ts'
import { readComment } from './component-comment.ts'
import { type ComponentExports, findExports } from './component-exports.ts'
import { isComponentName } from './component-units.ts'
import type { CallReader } from './imported-values.ts'
import { listObstacles } from './previews/previewable-runs.ts'
import { readEffects } from './read-effects.ts'
import { createValueReader } from './read-values.ts'
import { attributeExpression, childAt } from './syntax-paths.ts'

type ComponentFunction = NodePath<types.Function>

/** Returns the components with the bindings of their elements, and with their descriptions. */
export function withBindings(
  program: NodePath<types.Program>,
  components: readonly ComponentModel[],
): readonly ComponentModel[] {
  if (components.length === 0) return components
  const module = readModule(program, components)
  const obstacles = listObstacles(program)
  return components.map((component) => {
    const local = module.locals.get(component.exportName)
    const bindings = local === undefined ? [] : collectBindings(local, component.name, module)
    const withoutPreview = component.intents.flatMap(({ tool, span }) => {
      const line = obstacles.get(span.start)
      return line === undefined ? [] : [`${tool} (line ${line})`]
    })
    const unique = (found: readonly string[]) => [...new Set(found)]
    const description = readComment(module.statements.get(component.exportName))
    return {
      ...component,
      ...(description === undefined ? {} : { description }),
      bindings,
      shows: unique(bindings.flatMap(({ reads }) => withoutKind(reads, ['store']))),
      does: unique(bindings.flatMap(({ calls }) => withoutKind(calls, ['intent', 'action']))),
      ...(withoutPreview.length > 0 && { withoutPreview }),
    }
  })
}

function withoutKind(names: readonly string[], kinds: readonly string[]): string[] {
  return names.flatMap((name) => {
    const [kind = '', ...rest] = name.split(':')
    return kinds.includes(kind) ? [rest.join(':')] : []
  })
}

interface ModuleParts {
  readonly exports: ComponentExports
  readonly imports: ReturnType<typeof readImports>
  /** Export -> local name. */
  readonly locals: ReadonlyMap<string, string>
  /** Export -> the statement that declares it. */
  readonly statements: ReadonlyMap<string, types.Statement>
  /** Local name -> name of the exported component. */
  readonly names: ReadonlyMap<string, string>
  /** The functions of exported components: `island(Body)` has its argument's function. */
  readonly bodies: ReadonlyMap<string, ComponentFunction>
}

function readModule(program: NodePath<types.Program>, components: readonly ComponentModel[]): ModuleParts {
  const exports = findExports(program)
  const formatName = new Map(components.map(({ exportName, name }) => [exportName, name]))
  const bodies = new Map<string, ComponentFunction>()
  for (const { local } of exports.exported) {
    const body = findBody(local, exports)
    if (body !== undefined) bodies.set(local, body)
  }
  return {
    exports,
    imports: readImports(program),
    locals: new Map(exports.exported.map(({ local, exportName }) => [exportName, local])),
    statements: new Map(exports.exported.map(({ exportName, statement }) => [exportName, statement])),
    names: new Map(
      exports.exported.flatMap(({ local, exportName }) => {
        const name = formatName.get(exportName)
        return name === undefined ? [] : [[local, name] as const]
      }),
    ),
    bodies,
  }
}

function findBody(local: string, { functions, calls }: ComponentExports): ComponentFunction | undefined {
  const own = functions.get(local)
  if (own?.isFunction()) return own
  const call = calls.get(local)
  const given = call && childAt(call, 'arguments.0')
  if (given?.isFunction()) return given
  const named = given?.isIdentifier() ? functions.get(given.node.name) : undefined
  return named?.isFunction() ? named : undefined
}

/**
 * Returns bindings of the component, and of the local functions that it renders or calls without passing through
 * another export.
 */
function collectBindings(local: string, component: string, module: ModuleParts): readonly BindingModel[] {
  const { exports, names, bodies } = module
  const own = bodies.get(local)
  if (own === undefined) return []
  const exported = new Set(bodies.values())
  const isComponent = (path: ComponentFunction) => exported.has(path) || isComponentName(getVariable(path) ?? '')
  const reader = createValueReader({
    imports: module.imports,
    ownerOf: (name) =>
      (name !== undefined && (names.get(name) ?? (isComponentName(name) ? name : undefined))) || component,
    isComponent,
  })
  const found: BindingModel[] = []
  const seen = new Set([own])
  const queue: { readonly path: ComponentFunction; readonly prefix: string | undefined }[] = [
    { path: own, prefix: undefined },
  ]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    found.push(...bindingsIn(next.path, next.prefix, { reader, isComponent }))
    for (const name of usedIn(next.path, exports)) {
      const path = exports.functions.get(name)
      if (!path?.isFunction() || seen.has(path) || exported.has(path)) continue
      seen.add(path)
      queue.push({ path, prefix: name })
    }
  }
  return found
}

function usedIn(path: ComponentFunction, { functions }: ComponentExports): readonly string[] {
  const used = new Set<string>()
  const use = (name: string, scope: NodePath['scope']) => {
    if (functions.has(name) && scope.getBinding(name)?.scope.path.isProgram()) used.add(name)
  }
  path.traverse({
    JSXOpeningElement: ({ node, scope }) => void (node.name.type === 'JSXIdentifier' && use(node.name.name, scope)),
    Identifier(name) {
      if (name.isReferencedIdentifier()) use(name.node.name, name.scope)
    },
  })
  return [...used]
}

/** Returns the name of a function or of its variable. */
function getVariable(path: ComponentFunction): string | undefined {
  if (path.isFunctionDeclaration()) return path.node.id?.name
  const holder = path.findParent((parent) => !parent.isTSAsExpression() && !parent.isTSSatisfiesExpression())
  return holder?.isVariableDeclarator() && holder.node.id.type === 'Identifier' ? holder.node.id.name : undefined
}

interface BindingReader {
  readonly reader: CallReader
  isComponent(path: ComponentFunction): boolean
}

function bindingsIn(
  component: ComponentFunction,
  prefix: string | undefined,
  { reader, isComponent }: BindingReader,
): readonly BindingModel[] {
  const found: BindingModel[] = []
  const add = (expression: NodePath, element: NodePath | null, rest: Pick<BindingModel, 'kind' | 'name' | 'line'>) => {
    const isHandler = rest.kind === 'event'
    const { reads, calls } = readEffects(expression, { reader, skip: isComponent, isHandler })
    if (reads.size === 0 && calls.size === 0) return
    const place = findPlace(element, component)
    const at = [...(prefix === undefined ? [] : [prefix]), ...place.names].join(' > ')
    found.push({ at, ...rest, reads: [...reads], calls: [...calls], ...(place.element && { element: place.element }) })
  }
  component.traverse({
    JSXAttribute(attribute) {
      const expression = attributeExpression(attribute)
      if (expression === undefined || isElementOrNothing(expression)) return
      const name = formatName(attribute.node.name)
      const kind = isEvent(name) ? 'event' : 'attribute'
      add(expression, attribute.parentPath.parentPath, { kind, name, line: getLine(attribute.node) })
    },
    JSXSpreadAttribute(spread) {
      const line = getLine(spread.node)
      add(spread.get('argument'), spread.parentPath.parentPath, { kind: 'attribute', name: '...', line })
    },
    JSXExpressionContainer(container) {
      const { parentPath } = container
      const expression = childAt(container, 'expression')
      if (!(parentPath.isJSXElement() || parentPath.isJSXFragment()) || isElementOrNothing(expression)) return
      add(expression, parentPath, { kind: 'text', line: getLine(expression.node) })
    },
  })
  return found
}

function isElementOrNothing(path: NodePath): boolean {
  return path.isJSXElement() || path.isJSXFragment() || path.isJSXEmptyExpression()
}

/** Matches `onClick`, `on:click`, `oncapture:click`; `once` doesn't match. */
function isEvent(name: string): boolean {
  return isCallbackName(name) || /^on(?:capture)?:/.test(name) || /^on(?!ce$)[a-z]+$/.test(name)
}

/** Returns the names of the enclosing elements, and the position of the nearest one that is rendered. */
function findPlace(element: NodePath | null, component: NodePath) {
  const names: string[] = []
  let nearest: string | undefined
  for (let path = element; path !== null && path !== component; path = path.parentPath) {
    if (!path.isJSXElement()) continue
    const opening = path.node.openingElement
    const name = formatName(opening.name)
    names.unshift(name)
    if (/^[a-z]/.test(name) && !name.includes('.')) nearest ??= formatPosition(opening)
  }
  return { names, element: nearest }
}

/** Returns line and column of an element, both starting at 1. */
export function formatPosition({ loc }: types.JSXOpeningElement): string {
  return `${loc?.start.line ?? 0}:${(loc?.start.column ?? -1) + 1}`
}

type Name = types.JSXOpeningElement['name'] | types.JSXAttribute['name']

function formatName(name: Name): string {
  if (name.type === 'JSXNamespacedName') return `${name.namespace.name}:${name.name.name}`
  return name.type === 'JSXMemberExpression' ? `${formatName(name.object)}.${name.property.name}` : name.name
}
