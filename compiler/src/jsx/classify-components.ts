/** Reads the components of a module from Babel's tree, without changing it. */
import type { NodePath, types } from '@babel/core'
import type { ComponentModel, SourceSpan } from '../model.ts'
import { findExports } from './component-exports.ts'
import {
  addReason,
  createUnit,
  type ExportedUnit,
  listComponents,
  type ModuleFile,
  marksStatic,
  relativeFile,
  type Unit,
} from './component-units.ts'
import { literalText } from './literal-text.ts'
import {
  attributeReason,
  type ImportedName,
  isComponentEvent,
  isInteractiveAttribute,
  isIslandImport,
  isLiveComponent,
  reactiveCall,
} from './reactive-names.ts'

/** Classifies every exported component of the parsed module. */
export function classifyProgram(program: NodePath<types.Program>, module: ModuleFile): readonly ComponentModel[] {
  const file = relativeFile(module.file, module.root)
  const exports = findExports(program)
  const imports = readImports(program)
  const units = new Map<string, Unit>()
  for (const [local, path] of exports.functions) units.set(local, analyzeUnit(path, imports, exports.functions, file))
  const exported = exports.exported.map(({ local, exportName, statement }): ExportedUnit => {
    const callee = exports.calls.get(local)?.node.callee
    const call = callee?.type === 'Identifier' ? callee.name : undefined
    return {
      local,
      exportName,
      span: getSpan(statement, file),
      isIslandCall: call !== undefined && isIslandImport(imports.get(call)),
      isMarkedStatic: isMarkedStatic(statement),
    }
  })
  return listComponents({ units, exported }, module)
}

function analyzeUnit(
  path: NodePath,
  imports: ReadonlyMap<string, ImportedName>,
  functions: ReadonlyMap<string, NodePath>,
  file: string,
): Unit {
  const unit = createUnit()
  const because = (reason: string, node: types.Node) => addReason(unit, reason, getLine(node))
  path.traverse({
    JSXElement() {
      unit.rendersJsx = true
    },
    JSXFragment() {
      unit.rendersJsx = true
    },
    JSXOpeningElement(element) {
      const tag = element.node.name
      const component = readComponentName(tag)
      if (component !== undefined && functions.has(component)) unit.uses.add(component)
      else if (component !== undefined && isLiveComponent(imports.get(component)))
        because(`component ${component}`, element.node)
      for (const attribute of element.node.attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.value?.type === 'StringLiteral') continue
        const name = attributeName(attribute)
        if (component === undefined) {
          if (isInteractiveAttribute(name)) because(attributeReason(name), attribute)
        } else if (isComponentEvent(name)) because(`event ${name} of ${component}`, attribute)
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

function readIntent(call: types.CallExpression, file: string): Unit['intents'][number] | undefined {
  const [given, definition] = call.arguments
  const name = literalText(given)
  if (name === undefined) return undefined
  const property = (key: string) =>
    definition?.type === 'ObjectExpression'
      ? definition.properties.find(
          (item) => item.type === 'ObjectProperty' && item.key.type === 'Identifier' && item.key.name === key,
        )
      : undefined
  const description = property('description')
  const text = description?.type === 'ObjectProperty' ? literalText(description.value) : undefined
  return {
    name,
    span: getSpan(call, file),
    input: { source: property('input') === undefined ? 'none' : 'schema' },
    output: { source: property('output') === undefined ? 'none' : 'schema' },
    ...(text === undefined ? {} : { description: text }),
  }
}

/** Returns the imported names of a module, by their local names. */
export function readImports(program: NodePath<types.Program>): ReadonlyMap<string, ImportedName> {
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
      } else {
        const whole = specifier.type === 'ImportDefaultSpecifier' ? ('default' as const) : ('namespace' as const)
        imports.set(specifier.local.name, { from, name: specifier.local.name, whole })
      }
    }
  }
  return imports
}

/** Returns the name of a component, such as `Dialog.Title`; `undefined` for an element of HTML. */
function readComponentName(
  tag: types.JSXOpeningElement['name'] | types.JSXMemberExpression['object'],
): string | undefined {
  if (tag.type === 'JSXMemberExpression') {
    const { object, property } = tag
    return `${object.type === 'JSXIdentifier' ? object.name : readComponentName(object)}.${property.name}`
  }
  return tag.type === 'JSXIdentifier' && !/^[a-z]/.test(tag.name) ? tag.name : undefined
}

function attributeName(attribute: types.JSXAttribute): string {
  const { name } = attribute
  return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name
}

function isMarkedStatic(statement: types.Node): boolean {
  return (statement.leadingComments ?? []).some((comment) => marksStatic(comment.value))
}

/** Returns the line of a node, from 1. */
export function getLine(node: types.Node): number {
  return node.loc?.start.line ?? 0
}

function getSpan(node: types.Node, file: string): SourceSpan {
  const start = node.start ?? 0
  return { file, start, end: node.end ?? start, line: getLine(node), column: (node.loc?.start.column ?? 0) + 1 }
}
