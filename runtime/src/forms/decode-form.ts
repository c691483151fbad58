/**
 * Decodes the input that a posted form represents, guided by the schema of its api, because forms send strings only:
 * no numbers, no lists, and no absent values. A value that doesn't match is passed on unchanged, so that validation
 * reports it.
 */

import { encodeBytes } from '#contract/schema/codec.ts'
import { fieldSteps } from '#contract/schema/field-steps.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { listOptions } from '#wire/tool-schema.ts'
import { buildFieldTree, type FieldNode, type PostedField, type PostedFile } from './field-tree.ts'

/** Returns the wire input for an api with this schema. */
export function decodeForm(schema: JsonSchema, fields: readonly PostedField[]): unknown {
  return decodeFields(new Decoder(schema, 'form'), schema, withoutClick(schema, fields))
}

/** Omits the position of a click that a browser sends for `<input type="image">`: `x` and `y`, or `<name>.x` and `<name>.y`. */
function withoutClick(schema: JsonSchema, fields: readonly PostedField[]): readonly PostedField[] {
  if (listOptions(schema, schema).some(({ additionalProperties: others }) => others !== false)) return fields
  const own = listMembers(schema)
  return fields.filter(({ name, value }, index) => {
    const stem = name.slice(0, -1)
    const isAxis = (name.endsWith('x') || name.endsWith('y')) && (stem === '' || stem.endsWith('.'))
    if (!isAxis || typeof value !== 'string' || !/^-?\d+$/.test(value)) return true
    const other = name.endsWith('x') ? fields[index + 1]?.name === `${stem}y` : fields[index - 1]?.name === `${stem}x`
    return !other || own.has(name) || own.has(String(fieldSteps(name)[0]))
  })
}

/**
 * Returns the wire input that a query string represents. An absent name is absent, because only forms omit unchecked boxes and
 * empty lists; a repeated name isn't valid for a single value.
 */
export function decodeQuery(schema: JsonSchema, fields: readonly PostedField[]): unknown {
  return decodeFields(new Decoder(schema, 'query'), schema, fields)
}

/** Whether the member of this name is a list, and can't be a single value. */
export function acceptsList(schema: JsonSchema, name: string): boolean {
  const members = listOptions(schema, schema).flatMap(({ properties }) =>
    properties !== undefined && Object.hasOwn(properties, name) ? listOptions(schema, properties[name] ?? {}) : [],
  )
  return members.some((option) => hasType(option, 'array')) && !members.some(isText)
}

function decodeFields(decoder: Decoder, schema: JsonSchema, fields: readonly PostedField[]): unknown {
  const own = listMembers(schema)
  return decoder.object(
    listOptions(schema, schema),
    buildFieldTree(fields, (name) => own.has(name)),
  )
}

/** No value was sent. */
const ABSENT = Symbol('absent')
type Options = readonly JsonSchema[]

function listMembers(schema: JsonSchema): ReadonlySet<string> {
  return new Set(listOptions(schema, schema).flatMap((option) => Object.keys(option.properties ?? {})))
}

class Decoder {
  readonly #root: JsonSchema
  readonly #source: 'form' | 'query'

  constructor(root: JsonSchema, source: 'form' | 'query') {
    this.#root = root
    this.#source = source
  }

  object(options: Options, { members, items }: FieldNode): unknown {
    const objects = options.filter((option) => hasType(option, 'object') || option.properties !== undefined)
    const chosen = this.#selectObject(objects, members) ?? {}
    const entries: [string, unknown][] = []
    const add = (key: string, value: unknown) => {
      if (value !== ABSENT) entries.push([key, value])
    }
    for (const [key, member] of Object.entries(chosen.properties ?? {}))
      add(key, this.#member(member, members.get(key), chosen.required?.includes(key) === true))
    const { additionalProperties: others } = chosen
    for (const [key, node] of members)
      if (!Object.hasOwn(chosen.properties ?? {}, key))
        add(key, this.#member(typeof others === 'object' ? others : {}, node, true))
    for (const [index, node] of items) add(String(index), this.#member({}, node, true))
    // Entries become own members, including keys that no input may have, so that validation rejects them by name.
    return Object.fromEntries(entries)
  }

  /** Selects from a choice of objects: first by the literals that were sent, then by the number of known names. */
  #selectObject(objects: Options, members: FieldNode['members']): JsonSchema | undefined {
    const score = (option: JsonSchema): number => {
      let known = 0
      for (const [key, node] of members) {
        const member = option.properties?.[key]
        if (member === undefined) continue
        known += 1
        const literals = listLiterals(listOptions(this.#root, member))
        const text = lastText(node)
        if (literals !== undefined && text !== undefined) known += findMatch(literals, text) === ABSENT ? -1000 : 10
      }
      return known
    }
    return objects.length < 2 ? objects[0] : [...objects].sort((a, b) => score(b) - score(a))[0]
  }

  #member(schema: JsonSchema, sent: FieldNode | undefined, isRequired: boolean): unknown {
    const options = listOptions(this.#root, schema)
    const node = sent && omitUnchosen(sent)
    if (node === undefined || node.values.length + node.members.size + node.items.size === 0)
      return isRequired || isDefaultOfBoxes(schema, options) ? this.#missing(options) : ABSENT
    const list = options.find((option) => hasType(option, 'array'))
    // Names below a list that aren't indexes turn it into an object, which validation rejects.
    const isRepeated = this.#source === 'query' && node.values.length > 1
    const isList = node.items.size > 0 || isRepeated || !options.some(isText)
    if (list !== undefined && isList && node.members.size === 0)
      return this.#list(list, node, isRequired || isDefaultOfBoxes(schema, options))
    // Validation rejects the list.
    if (isRepeated) return node.values
    const value = node.values.at(-1)
    if (value === undefined)
      return node.items.size > 0 && node.members.size === 0 ? this.#rows({}, node) : this.object(options, node)
    return typeof value === 'string' ? fromText(options, value, isRequired) : fromFile(options, value)
  }

  /**
   * Returns the value of an absent field. An unchecked checkbox, a group without a checked one, and an object without
   * any field send nothing.
   */
  #missing(options: Options): unknown {
    const [only] = options
    if (this.#source === 'query' || options.length !== 1 || only === undefined) return ABSENT
    if (hasType(only, 'boolean')) return false
    if (hasType(only, 'array')) return []
    return hasType(only, 'object') ? this.object(options, NO_FIELDS) : ABSENT
  }

  #list(list: JsonSchema, node: FieldNode, isRequired: boolean): unknown {
    const item = (index: number): JsonSchema =>
      list.prefixItems?.[index] ?? (typeof list.items === 'object' ? list.items : {})
    if (node.items.size > 0) return this.#rows(list, node)
    // An empty string counts as not filled in. A list that may contain empty strings is sent with indexes.
    const present = node.values.filter((value) => value !== '')
    if (present.length === 0 && !isRequired) return ABSENT
    return present.map((value, index) => this.#member(item(index), { ...NO_FIELDS, values: [value] }, true))
  }

  /** Returns rows in the order of their indexes. Gaps are closed, so that a row can be left out. */
  #rows(list: JsonSchema, { items }: FieldNode): unknown {
    const rows = [...items].sort(([a], [b]) => a - b)
    return rows.map(([, node], index) => {
      const schema = list.prefixItems?.[index] ?? (typeof list.items === 'object' ? list.items : {})
      const value = this.#member(schema, node, true)
      return value === ABSENT ? null : value
    })
  }
}

/**
 * Whether the member is a boolean or a list with a default. A form without a checked box means `false` or no item: with the
 * default, a box that the user has unchecked would count as checked.
 */
function isDefaultOfBoxes(schema: JsonSchema, [only, ...others]: Options): boolean {
  if (only === undefined || others.length > 0 || (schema.default ?? only.default) === undefined) return false
  return hasType(only, 'boolean') || hasType(only, 'array')
}

const NO_FIELDS: FieldNode = { values: [], members: new Map(), items: new Map() }

function fromText(options: Options, text: string, isRequired: boolean): unknown {
  const literals = listLiterals(options)
  const literal = literals === undefined ? ABSENT : findMatch(literals, text)
  if (literal !== ABSENT) return literal
  if (text === '') return emptyText(options, isRequired)
  const strings = options.filter((option) => hasType(option, 'string') && option.enum === undefined)
  if (strings.length > 0 || options.length === 0) return toText(strings, text)
  const isNumber = options.some((option) => hasType(option, 'number') || hasType(option, 'integer'))
  if (isNumber && NUMBER.test(text.trim())) return Number(text)
  if (options.some((option) => hasType(option, 'boolean')) && BOOLEANS.has(text.toLowerCase()))
    return BOOLEANS.get(text.toLowerCase())
  return text
}

/** Values of checkboxes and similar controls. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['yes', true],
  ['off', false],
  ['false', false],
  ['0', false],
  ['no', false],
])
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Returns the value of a field that was left empty. */
function emptyText(options: Options, isRequired: boolean): unknown {
  if (!isRequired) return ABSENT
  if (options.some((option) => hasType(option, 'null') || option.const === null)) return null
  if (options.some((option) => hasType(option, 'string')) || options.length === 0) return ''
  return options.some((option) => hasType(option, 'boolean')) ? false : ABSENT
}

function toText(strings: Options, text: string): string {
  const isDate = strings.length > 0 && strings.every(({ format }) => format === 'date-time')
  // The value of a field for days, or for times without a zone, is UTC.
  if (isDate && /^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`
  if (isDate && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00Z`
  if (isDate && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/.test(text)) return `${text}Z`
  // Browsers send a line break as two characters, while scripts see one.
  return text.replaceAll('\r\n', '\n')
}

/** Returns a file in the form that the schema requires: its bytes, or an object of its name, type and bytes. */
function fromFile(options: Options, { filename, type, bytes }: PostedFile): unknown {
  const text = encodeBytes(bytes)
  return options.some((option) => hasType(option, 'object')) ? { name: filename, type, bytes: text } : text
}

/** Returns the literals that the options allow; `undefined` if no option has any. */
function listLiterals(options: Options): readonly unknown[] | undefined {
  const named = options.flatMap(({ enum: values, const: value }) => values ?? (value === undefined ? [] : [value]))
  return named.length === 0 ? undefined : named
}

function findMatch(literals: readonly unknown[], text: string): unknown {
  if (literals.includes(text)) return text
  const found = literals.find((literal) => literal !== null && String(literal) === text)
  return found === undefined ? ABSENT : found
}

function lastText({ values }: FieldNode): string | undefined {
  const value = values.at(-1)
  return typeof value === 'string' ? value : undefined
}

/** Omits file fields without a chosen file. Another field of the same name can have one, such as that of a camera. */
function omitUnchosen(node: FieldNode): FieldNode {
  const values = node.values.filter((value) => typeof value === 'string' || !isNoFile(value))
  return values.length === node.values.length ? node : { ...node, values }
}

/** Whether the value is the one that a browser sends for a file field without a chosen file. */
function isNoFile({ filename, bytes }: PostedFile): boolean {
  return filename === '' && bytes.length === 0
}

/** Whether the option accepts a single value of a field. */
function isText(option: JsonSchema): boolean {
  return ['string', 'number', 'integer', 'boolean'].some((type) => hasType(option, type)) || option.enum !== undefined
}

function hasType({ type }: JsonSchema, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.some((one) => one === wanted))
}
