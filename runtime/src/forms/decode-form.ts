/**
 * The input that a posted form stands for, read by the schema of its api: forms send texts and know no numbers, no lists
 * and nothing that is absent. What does not fit is passed on as it is, for validation to say so.
 */
import { encodeBytes } from '#contract/codec.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import { listOptions } from '#wire/tool-schema.ts'
import { type FieldNode, fieldTree, type PostedField, type PostedFile } from './field-tree.ts'

/** The wire input of an api with this schema. */
export function decodeForm(schema: JsonSchema, fields: readonly PostedField[]): unknown {
  const own = new Set(listOptions(schema, schema).flatMap((option) => Object.keys(option.properties ?? {})))
  return new Decoder(schema).object(
    listOptions(schema, schema),
    fieldTree(fields, (name) => own.has(name)),
  )
}

/** Nothing was sent that means a value. */
const ABSENT = Symbol('absent')
type Options = readonly JsonSchema[]

class Decoder {
  readonly #root: JsonSchema

  constructor(root: JsonSchema) {
    this.#root = root
  }

  object(options: Options, { members, items }: FieldNode): unknown {
    const objects = options.filter((option) => hasType(option, 'object') || option.properties !== undefined)
    const meant = this.#meant(objects, members) ?? {}
    const entries: [string, unknown][] = []
    const add = (key: string, value: unknown) => {
      if (value !== ABSENT) entries.push([key, value])
    }
    for (const [key, member] of Object.entries(meant.properties ?? {}))
      add(key, this.#member(member, members.get(key), meant.required?.includes(key) === true))
    const { additionalProperties: others } = meant
    for (const [key, node] of members)
      if (!Object.hasOwn(meant.properties ?? {}, key))
        add(key, this.#member(typeof others === 'object' ? others : {}, node, true))
    for (const [index, node] of items) add(String(index), this.#member({}, node, true))
    // As own members, also those that no input may have: validation refuses them by name.
    return Object.fromEntries(entries)
  }

  /** Of a choice of objects, the one whose literals were sent, and that knows most of the names. */
  #meant(objects: Options, members: FieldNode['members']): JsonSchema | undefined {
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

  #member(schema: JsonSchema, node: FieldNode | undefined, isRequired: boolean): unknown {
    const options = listOptions(this.#root, schema)
    if (node === undefined || isEmptyFile(node)) return isRequired ? this.#missing(options) : ABSENT
    const list = options.find((option) => hasType(option, 'array'))
    // Names below a list that are no indexes make an object of it, which validation refuses.
    const isList = node.items.size > 0 || !options.some(isText)
    if (list !== undefined && isList && node.members.size === 0) return this.#list(list, node, isRequired)
    const value = node.values.at(-1)
    if (value === undefined)
      return node.items.size > 0 && node.members.size === 0 ? this.#rows({}, node) : this.object(options, node)
    return typeof value === 'string' ? fromText(options, value, isRequired) : fromFile(options, value)
  }

  /** A checkbox that is not checked, a group of which none is, and a part of which nothing was filled in send nothing. */
  #missing(options: Options): unknown {
    const [only] = options
    if (options.length !== 1 || only === undefined) return ABSENT
    if (hasType(only, 'boolean')) return false
    if (hasType(only, 'array')) return []
    return hasType(only, 'object') ? this.object(options, NO_FIELDS) : ABSENT
  }

  #list(list: JsonSchema, node: FieldNode, isRequired: boolean): unknown {
    const item = (index: number): JsonSchema =>
      list.prefixItems?.[index] ?? (typeof list.items === 'object' ? list.items : {})
    if (node.items.size > 0) return this.#rows(list, node)
    // An empty text is one that nobody wrote: a list of texts that may be empty is sent with indexes.
    const sent = node.values.filter((value) => value !== '' && !(typeof value !== 'string' && isNoFile(value)))
    if (sent.length === 0 && !isRequired) return ABSENT
    return sent.map((value, index) => this.#member(item(index), { ...NO_FIELDS, values: [value] }, true))
  }

  /** Rows by their indexes, in order; gaps close, so that a row can be left out. */
  #rows(list: JsonSchema, { items }: FieldNode): unknown {
    const rows = [...items].sort(([a], [b]) => a - b)
    return rows.map(([, node], index) => {
      const schema = list.prefixItems?.[index] ?? (typeof list.items === 'object' ? list.items : {})
      const value = this.#member(schema, node, true)
      return value === ABSENT ? null : value
    })
  }
}

const NO_FIELDS: FieldNode = { values: [], members: new Map(), items: new Map() }

function fromText(options: Options, text: string, isRequired: boolean): unknown {
  const literals = listLiterals(options)
  const literal = literals === undefined ? ABSENT : findMatch(literals, text)
  if (literal !== ABSENT) return literal
  if (text === '') return emptyText(options, isRequired)
  const strings = options.filter((option) => hasType(option, 'string') && option.enum === undefined)
  if (strings.length > 0 || options.length === 0) return toText(strings, text)
  if (options.some((option) => hasType(option, 'boolean')) && BOOLEANS.has(text.toLowerCase()))
    return BOOLEANS.get(text.toLowerCase())
  const isNumber = options.some((option) => hasType(option, 'number') || hasType(option, 'integer'))
  return isNumber && NUMBER.test(text.trim()) ? Number(text) : text
}

/** What a checkbox and its like send. */
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
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A field that nobody filled in. */
function emptyText(options: Options, isRequired: boolean): unknown {
  if (!isRequired) return ABSENT
  if (options.some((option) => hasType(option, 'null') || option.const === null)) return null
  if (options.some((option) => hasType(option, 'string')) || options.length === 0) return ''
  return options.some((option) => hasType(option, 'boolean')) ? false : ABSENT
}

function toText(strings: Options, text: string): string {
  const isDate = strings.length > 0 && strings.every(({ format }) => format === 'date-time')
  // Of a field for days or for times without a zone: it means UTC.
  if (isDate && /^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`
  if (isDate && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00Z`
  if (isDate && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/.test(text)) return `${text}Z`
  // Browsers send the end of a line as two characters, and scripts see one.
  return text.replaceAll('\r\n', '\n')
}

/** A file as the schema has it: its bytes, or an object of its name, its type and its bytes. */
function fromFile(options: Options, { filename, type, bytes }: PostedFile): unknown {
  const text = encodeBytes(bytes)
  return options.some((option) => hasType(option, 'object')) ? { name: filename, type, bytes: text } : text
}

/** The values that the options allow, where they name them; undefined when an option names none. */
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

function isEmptyFile({ values, members, items }: FieldNode): boolean {
  const [value] = values
  return values.length === 1 && typeof value === 'object' && isNoFile(value) && members.size + items.size === 0
}

/** What a browser sends for a file field in which no file was chosen. */
function isNoFile({ filename, bytes }: PostedFile): boolean {
  return filename === '' && bytes.length === 0
}

/** Whether the option takes one value of a field. */
function isText(option: JsonSchema): boolean {
  return ['string', 'number', 'integer', 'boolean'].some((type) => hasType(option, type)) || option.enum !== undefined
}

function hasType({ type }: JsonSchema, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.some((one) => one === wanted))
}
