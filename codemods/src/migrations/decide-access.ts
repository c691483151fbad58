import {
  type CallExpression,
  Node,
  type ObjectLiteralElementLike,
  type ObjectLiteralExpression,
  SyntaxKind,
} from 'ts-morph'
import { defineCodemod, type SourceEdits } from '#codemods/codemod.ts'
import { addConfigField } from '#codemods/syntax/config-field.ts'
import { localName } from '#codemods/syntax/imports.ts'

/** Writes what holds already: every caller may call a function without scopes. */
export const decideAccess = defineCodemod({
  id: 'decide-access',
  title: 'Write who may call each function, as it is today, and require it of new ones.',
  transform(app) {
    let isApp = false
    for (const file of app.sources) {
      const api = localName(file, '@fw/runtime', 'api')
      if (api === undefined) continue
      const edits = app.edit(file)
      const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression)
      for (const call of calls.filter((one) => one.getExpression().getText() === api)) {
        isApp = true
        decide(edits, call)
      }
    }
    if (isApp && addConfigField(app, { name: 'access', value: "'required'" }) === 'unreadable')
      app.leave('fw.config.ts', "Add access: 'required' to the configuration.")
  },
})

function decide(edits: SourceEdits, call: CallExpression): void {
  const definition = call.getArguments()[0]
  if (!Node.isObjectLiteralExpression(definition)) {
    edits.leave(call, 'Write who may call this api as "access" in its definition.')
    return
  }
  const members = definition.getProperties()
  const names = members.map((member) => readName(member))
  if (names.includes('access')) return
  const scopes = members[names.indexOf('scopes')]
  if (scopes !== undefined) moveScopes(edits, scopes)
  else if (names.includes(undefined))
    edits.leave(
      call,
      'Write who may call this api as "access": a spread object or a computed name may contain it, or "scopes".',
    )
  else insertAccess(edits, definition)
}

/** Returns the name of a member, also of a quoted one. `undefined` for a spread object and a computed name. */
function readName(member: ObjectLiteralElementLike): string | undefined {
  if (Node.isSpreadAssignment(member)) return undefined
  const name = member.getNameNode()
  if (Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)) return name.getLiteralValue()
  return Node.isComputedPropertyName(name) ? undefined : name.getText()
}

function moveScopes(edits: SourceEdits, scopes: Node): void {
  if (Node.isShorthandPropertyAssignment(scopes)) {
    edits.replace(scopes, 'access: { scopes }')
    return
  }
  const value = Node.isPropertyAssignment(scopes) ? scopes.getInitializer() : undefined
  if (value === undefined) edits.leave(scopes, 'Write these scopes as "access: { scopes }".')
  else if (Node.isArrayLiteralExpression(value) && value.getElements().length === 0)
    edits.replace(scopes, "access: 'public'")
  else edits.replace(scopes, `access: { scopes: ${value.getText()} }`)
}

/** Inserts the field before the first one, on a line of its own if that is. */
function insertAccess(edits: SourceEdits, definition: ObjectLiteralExpression): void {
  const [first] = definition.getProperties()
  if (first === undefined) return
  const gap = definition.getSourceFile().getFullText().slice(definition.getStart(), first.getStart(true))
  edits.insert(first.getStart(true), `access: 'public',${/\r?\n[ \t]*$/.exec(gap)?.[0] ?? ' '}`)
}
