import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { listImportedNames } from '#analyze/apis/api-exports.ts'
import { readsInput } from '#analyze/apis/contract-source.ts'
import { getClientGraph, listEveryComponent } from '#analyze/app-client-graph.ts'
import { nameText } from '#analyze/modules/static-value.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { createRule } from '../rule.ts'

/** A call of `intent()` outside of components, or without a literal name: its types aren't read. */
interface UncheckedIntentFact {
  /** Its name, if it is a string literal. */
  readonly intent?: string
  /** Span of the call, up to the name. */
  readonly span: SourceSpan
}

/** The build only reads the contracts of intents in components, but agents can call all intents. */
export const uncheckedIntent = createRule({
  code: 'unchecked-intent',
  number: 1084,
  severity: 'error',
  title: "Input of an intent isn't validated",
  messages: {
    place:
      'The intent "{intent}" isn\'t in a component of this file, so its input can\'t be validated, and agents could pass any value to its run. Move the call into the component, or add an "input" schema.',
    name: 'The name of this intent isn\'t a string literal, so its input can\'t be validated, and agents could pass any value to its run. Write the name as a literal, or add an "input" schema.',
  },
  collect: findUncheckedIntents,
  check(facts, report) {
    for (const { intent, span } of facts)
      if (intent === undefined) report('name', { span, data: {} })
      else report('place', { span, data: { intent } })
  },
})

type Ts = typeof ts

/** A call of `intent()` whose `run` has an input without a schema. */
interface BareIntent {
  /** Undefined if it isn't a string literal. */
  readonly name: string | undefined
  readonly start: number
  readonly end: number
}

interface BareIntents {
  readonly text: string
  readonly calls: readonly BareIntent[]
}

/** Searches the files that a browser loads. The intents of components have contracts. */
function findUncheckedIntents(app: AnalyzedApp): readonly UncheckedIntentFact[] {
  const { reader, openFile } = app
  const components = listEveryComponent(app)
  const files = getClientGraph(app).files.filter((file) => openFile === undefined || file === openFile)
  return files.flatMap((file) => {
    const { text, calls } = readOnce(reader, file, readFile) ?? NONE
    if (calls.length === 0) return []
    const own = components.filter((component) => component.file === file).flatMap(({ intents }) => intents)
    return calls
      .filter(({ start }) => !own.some(({ span }) => span.start === start))
      .map(({ name, start, end }) => ({
        ...(name !== undefined && { intent: name }),
        span: createSpan(file, text, start, end),
      }))
  })
}

const NONE: BareIntents = { text: '', calls: [] }

function readFile(tsModule: Ts, file: ts.SourceFile): BareIntents {
  return { text: file.text, calls: readBareIntents(tsModule, file) }
}

function readBareIntents(tsModule: Ts, file: ts.SourceFile): readonly BareIntent[] {
  const { direct } = listImportedNames(tsModule, file, 'intent')
  if (direct.size === 0) return []
  const found: BareIntent[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isCallExpression(node) && tsModule.isIdentifier(node.expression) && direct.has(node.expression.text)) {
      const [name, definition] = node.arguments
      const text = name && tsModule.isStringLiteralLike(name) ? name.text : undefined
      if (name !== undefined && isBare(tsModule, definition))
        found.push({ name: text, start: node.getStart(file), end: name.end })
    }
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns whether the definition, as far as it is literal, has a `run` with an input, and no schema for it. */
function isBare(tsModule: Ts, definition: ts.Expression | undefined): boolean {
  if (definition === undefined || !tsModule.isObjectLiteralExpression(definition)) return false
  const members = new Map<string | undefined, ts.ObjectLiteralElementLike>()
  for (const member of definition.properties) members.set(member.name && nameText(tsModule, member.name), member)
  // A spread may contain a schema.
  if (members.has(undefined) || members.has('input')) return false
  const run = members.get('run')
  const value = run && tsModule.isPropertyAssignment(run) ? run.initializer : run
  if (value === undefined || !tsModule.isFunctionLike(value)) return false
  const [parameter] = value.parameters
  return parameter !== undefined && readsInput(tsModule, parameter)
}
