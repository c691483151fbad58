/** Edits members of JSON text in place. Everything else keeps its bytes and comments. */
import { ts } from 'ts-morph'
import { applyChanges, type TextChange } from '../text-edits.ts'

/** Sets a member, and creates the objects on its path. */
export function setMember(text: string, path: readonly string[], value: unknown): string {
  const source = ts.parseJsonText('file.json', text)
  let object = getRoot(source)
  for (const [depth, name] of path.entries()) {
    if (object === undefined) return text
    const found = member(object, name)
    const isLast = depth === path.length - 1
    if (found === undefined)
      return applyChanges(text, [addMember(object, source, name, nestValue(path.slice(depth + 1), value))])
    if (isLast) {
      const start = found.initializer.getStart(source)
      return applyChanges(text, [
        { start, end: found.initializer.getEnd(), text: written(value, indentAt(text, start)) },
      ])
    }
    object = ts.isObjectLiteralExpression(found.initializer) ? found.initializer : undefined
  }
  return text
}

/** Removes a member and its comma. */
export function removeMember(text: string, path: readonly string[]): string {
  const source = ts.parseJsonText('file.json', text)
  const parents = path.slice(0, -1)
  const object = parents.reduce<ts.ObjectLiteralExpression | undefined>((around, name) => {
    const value = around && member(around, name)?.initializer
    return value && ts.isObjectLiteralExpression(value) ? value : undefined
  }, getRoot(source))
  const found = object && member(object, path.at(-1) ?? '')
  return object === undefined || found === undefined
    ? text
    : applyChanges(text, [{ ...memberSpan(object, found, source), text: '' }])
}

/** Parses the text. Returns an empty object if it isn't an object. */
export function readJson(text: string): Readonly<Record<string, unknown>> {
  const { config } = ts.parseConfigFileTextToJson('file.json', text)
  return typeof config === 'object' && config !== null ? (config as Record<string, unknown>) : {} // a JSON object
}

export function getRoot(source: ts.JsonSourceFile): ts.ObjectLiteralExpression | undefined {
  const body = source.statements[0]?.expression
  return body !== undefined && ts.isObjectLiteralExpression(body) ? body : undefined
}

export function member(object: ts.ObjectLiteralExpression, name: string): ts.PropertyAssignment | undefined {
  return object.properties
    .filter((property) => ts.isPropertyAssignment(property))
    .find((property) => ts.isStringLiteral(property.name) && property.name.text === name)
}

/** Returns the range of the member with the comma before it, or else after it. */
export function memberSpan(
  object: ts.ObjectLiteralExpression,
  field: ts.PropertyAssignment,
  source: ts.JsonSourceFile,
): { readonly start: number; readonly end: number } {
  const index = object.properties.indexOf(field)
  const before = object.properties[index - 1]
  if (before !== undefined) return { start: before.getEnd(), end: field.getEnd() }
  const next = object.properties[index + 1]
  return next === undefined
    ? { start: object.getStart(source) + 1, end: object.getEnd() - 1 }
    : { start: field.getStart(source), end: next.getStart(source) }
}

function addMember(
  object: ts.ObjectLiteralExpression,
  source: ts.JsonSourceFile,
  name: string,
  value: unknown,
): TextChange {
  const text = source.text
  const last = object.properties.at(-1)
  const isFlat = last !== undefined && !text.slice(object.getStart(source), object.getEnd()).includes('\n')
  const indent = `${indentAt(text, object.getStart(source))}  `
  const line = `"${name}": ${isFlat ? inOneLine(value) : written(value, indent)}`
  if (last === undefined) {
    const close = `\n${indent.slice(2)}`
    return { start: object.getStart(source) + 1, end: object.getEnd() - 1, text: `\n${indent}${line}${close}` }
  }
  return { start: last.getEnd(), end: last.getEnd(), text: isFlat ? `, ${line}` : `,\n${indent}${line}` }
}

function nestValue(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
}

function indentAt(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', position - 1) + 1))?.[0] ?? ''
}

/** Formats a value: lists in one line, objects in several. */
function written(value: unknown, indent: string): string {
  return Array.isArray(value) ? inOneLine(value) : JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}

function inOneLine(value: unknown): string {
  const text = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
  return Array.isArray(value) ? text.replace(/^\[ /, '[').replace(/ \]$/, ']') : text
}
