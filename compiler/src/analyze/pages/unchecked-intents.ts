/** Finds intents whose input isn't validated: no contract can be derived from `run`, and no schema is given. */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { UncheckedIntentFact } from '#diagnostic/facts.ts'
import type { ComponentModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { listImportedNames } from '../apis/api-exports.ts'
import { readsInput } from '../apis/contract-source.ts'
import type { AppReader } from '../app-reader.ts'
import { nameText } from '../modules/static-value.ts'
import { readOnce } from '../modules/tree-cache.ts'

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

/** Searches `files`, which a browser loads. The intents of `components` have contracts. */
export function findUncheckedIntents(
  reader: AppReader,
  files: Iterable<string>,
  components: readonly ComponentModel[],
): readonly UncheckedIntentFact[] {
  return [...files].flatMap((file) => {
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
