import { type CallExpression, Node, type ObjectLiteralExpression, type SourceFile, SyntaxKind } from 'ts-morph'
import { defineCodemod, type SourceEdits } from '#codemods/codemod.ts'
import { addImport, importsFrom, localName, removeImport } from '#codemods/syntax/imports.ts'
import { findFreeName, startWithComments, toPascalCase } from '#codemods/syntax/source-positions.ts'
import { membersOfZod, NoType, typeOfZod } from '#codemods/syntax/zod-type.ts'

/** zod schemas also work unchanged. A type needs no library, and the browser's stub has it too. */
export const zodInputToType = defineCodemod({
  id: 'zod-input-to-type',
  title: 'Convert the zod schema of an api input to the type of its call.',
  transform(app) {
    for (const file of app.sources) {
      const api = localName(file, '@fw/runtime', 'api')
      const z = localName(file, /^zod(?:\/v4)?$/, 'z')
      if (api === undefined || z === undefined) continue
      const edits = app.edit(file)
      const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression)
      const converted = calls.filter((call) => call.getExpression().getText() === api && convert(file, edits, call, z))
      if (converted.length === 0) continue
      addImport(file, edits, '@fw/runtime', 'type Call')
      dropZod(file, edits, converted, z)
    }
  },
})

/** Converts an api. Returns whether it has a type now. */
function convert(file: SourceFile, edits: SourceEdits, call: CallExpression, z: string): boolean {
  const definition = call.getArguments()[0]
  if (!Node.isObjectLiteralExpression(definition)) return false
  const input = definition.getProperty('input')
  if (!Node.isPropertyAssignment(input)) return false
  const schema = input.getInitializer()
  if (Node.isIdentifier(schema) && isSchemaOfZod(file, schema.getText(), z))
    edits.leave(input, 'Write this schema as a type, because it is not inline.')
  if (!schema?.getText().startsWith(`${z}.`)) return false
  try {
    const parameter = inputParameter(definition)
    const name = typeName(file, call)
    const body = objectType(input.getInitializer(), z)
    const statement = call.getFirstAncestorByKindOrThrow(SyntaxKind.VariableStatement)
    edits.insert(startWithComments(statement), `interface ${name} ${body}\n\n`)
    edits.insert(parameter.getEnd(), `: Call<${name}>`)
    edits.replace(memberLine(definition, input), '')
    return true
  } catch (error) {
    if (!(error instanceof NoType)) throw error
    if (error.members.length === 0) edits.leave(input, error.message)
    for (const { member, reason } of error.members) edits.leave(member, reason.replace(/\s+/g, ' '))
    return false
  }
}

/** Returns whether the name is a schema that the file defines. */
function isSchemaOfZod(file: SourceFile, name: string, z: string): boolean {
  return file.getVariableDeclaration(name)?.getInitializer()?.getText().startsWith(`${z}.`) ?? false
}

function objectType(schema: Node | undefined, z: string): string {
  const shape = Node.isCallExpression(schema) && /^\w+\.(?:object|strictObject)$/.test(schema.getExpression().getText())
  if (shape) return membersOfZod(schema.getArguments()[0], z, '')
  const { type, doc, optional } = typeOfZod(schema, z)
  if (!type.startsWith('{\n') || doc.length > 0 || optional)
    throw new NoType('Write this input as a type, because it is not a plain object.')
  return type
}

/** Returns the parameter of `run` that gets its type. */
function inputParameter(definition: ObjectLiteralExpression) {
  const run = definition.getProperty('run')
  const handler = Node.isPropertyAssignment(run) ? run.getInitializer() : run
  if (!Node.isArrowFunction(handler) && !Node.isFunctionExpression(handler) && !Node.isMethodDeclaration(handler))
    throw new NoType('Set the type of the parameter of run to Call<Input>, because the function is not inline.')
  const parameter = handler.getParameters()[0]
  if (parameter === undefined || parameter.getTypeNode() !== undefined)
    throw new NoType('Set the type of the parameter of run to Call<Input>.')
  return parameter
}

/** Names the type: `add` gets `AddInput`, or `AddInput2` if that name is taken. */
function typeName(file: SourceFile, call: CallExpression): string {
  const declaration = call.getParentIfKind(SyntaxKind.VariableDeclaration)
  if (declaration === undefined) throw new NoType('Write this input as a type, because the api has no name here.')
  return findFreeName(file, `${toPascalCase(declaration.getName())}Input`)
}

/** Returns the range of the member with its comma and its line break. */
function memberLine(definition: ObjectLiteralExpression, member: Node): { start: number; end: number } {
  const text = definition.getSourceFile().getFullText()
  const next = member.getNextSibling((node) => Node.isPropertyAssignment(node) || Node.isMethodDeclaration(node))
  if (next !== undefined && text.slice(member.getEnd(), next.getStart(true)).trim() === ',')
    return { start: member.getStart(), end: next.getStart(true) }
  const rest = /^\s*,?/.exec(text.slice(member.getEnd()))?.[0].length ?? 0
  return { start: member.getStart(), end: member.getEnd() + rest }
}

/** Removes the import of zod if nothing else uses it. */
function dropZod(file: SourceFile, edits: SourceEdits, converted: readonly CallExpression[], z: string): void {
  const used = file.getDescendantsOfKind(SyntaxKind.Identifier).some((one) => {
    if (one.getText() !== z || one.getFirstAncestorByKind(SyntaxKind.ImportDeclaration) !== undefined) return false
    const input = one.getFirstAncestor((node) => Node.isPropertyAssignment(node) && node.getName() === 'input')
    return !converted.some((call) => input?.getParent()?.getParent() === call)
  })
  const [declaration] = importsFrom(file, /^zod(?:\/v4)?$/)
  if (!used && declaration?.getNamedImports().length === 1) removeImport(edits, declaration)
}
