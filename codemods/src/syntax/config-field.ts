/** Adds a field to the configuration of an app. */
import { Node, type ObjectLiteralExpression, type SourceFile } from 'ts-morph'
import type { CodemodApp, SourceEdits } from '../codemod.ts'

const CONFIG_FILES: ReadonlySet<string> = new Set(['fw.config.ts', 'fw.config.js', 'fw.config.mjs'])

/** Field of `fw.config.ts`, as source text. */
export interface ConfigField {
  readonly name: string
  /** Expression, such as `{ plugins: [mdx()] }`. */
  readonly value: string
  /** Import statements that the expression needs, one per element. */
  readonly imports?: readonly string[]
}

/** `added`: the field is new; `present`: the file has the field; `unreadable`: no exported object was found. */
export type ConfigFieldOutcome = 'added' | 'present' | 'unreadable'

/** Adds the field to `fw.config.ts`, which is created if the app has none. A field that exists is not changed. */
export function addConfigField(app: CodemodApp, { name, value, imports = [] }: ConfigField): ConfigFieldOutcome {
  const file = app.sources.find((source) => CONFIG_FILES.has(source.getFilePath().slice(1)))
  if (file === undefined) {
    const lines = ["import { defineConfig } from '@fw/runtime'", ...imports]
    app.write('fw.config.ts', `${lines.join('\n')}\n\nexport default defineConfig({\n  ${name}: ${value},\n})\n`)
    return 'added'
  }
  const config = findConfigObject(file)
  if (config === undefined) return 'unreadable'
  if (config.getProperty(name) !== undefined) return 'present'
  const edits = app.edit(file)
  insertProperty(config, edits, `${name}: ${value}`)
  const known = file.getFullText()
  const fresh = imports.filter((line) => !known.includes(line))
  const last = file.getImportDeclarations().at(-1)
  if (fresh.length > 0 && last !== undefined) edits.insert(last.getEnd(), `\n${fresh.join('\n')}`)
  else if (fresh.length > 0) edits.insert(0, `${fresh.join('\n')}\n\n`)
  return 'added'
}

/** Returns the object of `export default defineConfig({ … })` or `export default { … }`. */
function findConfigObject(file: SourceFile): ObjectLiteralExpression | undefined {
  const exported = file.getExportAssignment((assignment) => !assignment.isExportEquals())?.getExpression()
  const value = Node.isCallExpression(exported) ? exported.getArguments()[0] : exported
  const object = Node.isSatisfiesExpression(value) || Node.isAsExpression(value) ? value.getExpression() : value
  return Node.isObjectLiteralExpression(object) ? object : undefined
}

function insertProperty(object: ObjectLiteralExpression, edits: SourceEdits, property: string): void {
  const last = object.getProperties().at(-1)
  const close = object.getEnd() - 1
  if (last === undefined) {
    edits.replace({ start: object.getStart(), end: object.getEnd() }, `{ ${property} }`)
    return
  }
  const text = object.getSourceFile().getFullText()
  const hasComma = text.slice(last.getEnd(), close).trimStart().startsWith(',')
  const lineStart = text.lastIndexOf('\n', close) + 1
  if (lineStart <= last.getEnd()) {
    edits.insert(last.getEnd(), `, ${property}`)
    return
  }
  if (!hasComma) edits.insert(last.getEnd(), ',')
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ''
  edits.insert(lineStart, `${indent}  ${property},\n`)
}
