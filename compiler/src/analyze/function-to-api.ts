/** A plain function as an api of the same name: its parameters become the fields of the input. */
import { capitalized, listed, wordsOf } from '../diagnostic/words.ts'
import type { Fix, TextEdit } from '../model.ts'
import { docCommentOf } from '../program/doc-comment.ts'
import type { ts } from '../program/typescript.ts'
import { editAt, type FixContext, usesOf } from './fix-context.ts'

/** Nothing where the function has no such form, or is called in its own file. */
export function functionToApi(context: FixContext, statement: ts.Statement, name: string): readonly Fix[] {
  const { ts: tsModule, file } = context
  if (!tsModule.isFunctionDeclaration(statement) || statement.body === undefined) return []
  if (statement.asteriskToken !== undefined || statement.typeParameters !== undefined) return []
  if (statement.name !== undefined && usesOf(context, statement.name).length > 1) return []
  const fields = fieldsOf(context, statement.parameters)
  if (fields === undefined) return []
  const text = (node: ts.Node) => node.getText(file)
  const isAsync = statement.modifiers?.some(({ kind }) => kind === tsModule.SyntaxKind.AsyncKeyword) === true
  const given =
    fields.length === 0
      ? ''
      : `{ input: { ${fields.map((field) => field.name).join(', ')} } }: Call<{ ${fields.map((field) => field.text).join('; ')} }>`
  const result = statement.type === undefined ? '' : `: ${text(statement.type)}`
  const body = text(statement.body).replaceAll('\n', '\n  ')
  const prose = docCommentOf(statement)?.text
    ? ''
    : `/** ${describe(
        name,
        fields.map((field) => field.name),
      )} */\n`
  const api = `${prose}export const ${name} = api({\n  ${isAsync ? 'async ' : ''}run(${given})${result} ${body},\n})`
  const imports = importing(context, fields.length === 0 ? ['api'] : ['api', 'Call'])
  return [
    {
      title: `Make "${name}" an api`,
      edits: [...imports, editAt(context, statement.getStart(file), statement.end, api)],
    },
  ]
}

interface Field {
  readonly name: string
  readonly text: string
}

function fieldsOf(
  { ts: tsModule, file }: FixContext,
  parameters: readonly ts.ParameterDeclaration[],
): Field[] | undefined {
  const fields = parameters.flatMap(({ name, type, initializer, dotDotDotToken, questionToken }): Field[] => {
    if (!tsModule.isIdentifier(name) || name.text === 'this' || type === undefined) return []
    if (initializer !== undefined || dotDotDotToken !== undefined) return []
    return [{ name: name.text, text: `${name.text}${questionToken ? '?' : ''}: ${type.getText(file)}` }]
  })
  return fields.length === parameters.length ? fields : undefined
}

function describe(name: string, fields: readonly string[]): string {
  const takes = fields.length === 0 ? 'Takes no input' : `Takes ${listed(fields)}`
  return `${capitalized(wordsOf(name).join(' '))}. ${takes}.`
}

/** What brings these names of the runtime in, where they are not there. */
function importing(context: FixContext, names: readonly string[]): readonly TextEdit[] {
  const { ts: tsModule, file } = context
  const lists = file.statements.flatMap((statement) => {
    if (
      !tsModule.isImportDeclaration(statement) ||
      statement.moduleSpecifier.getText(file).slice(1, -1) !== '@fw/runtime'
    )
      return []
    const clause = statement.importClause
    const bindings = clause?.namedBindings
    return bindings && tsModule.isNamedImports(bindings) ? [{ bindings, isTypeOnly: clause.isTypeOnly }] : []
  })
  const known = new Set(
    lists.flatMap(({ bindings, isTypeOnly }) =>
      bindings.elements.flatMap(({ name }) => (isTypeOnly && name.text === 'api' ? [] : [name.text])),
    ),
  )
  const missing = names.filter((name) => !known.has(name)).map((name) => (name === 'Call' ? 'type Call' : name))
  if (missing.length === 0) return []
  const open = lists.find(({ isTypeOnly }) => !isTypeOnly)?.bindings
  if (open === undefined) return [editAt(context, 0, 0, `import { ${missing.join(', ')} } from '@fw/runtime'\n`)]
  const at = open.elements.at(-1)?.end ?? open.getStart(file) + 1
  return [editAt(context, at, at, `${open.elements.length > 0 ? ', ' : ' '}${missing.join(', ')}`)]
}
