/** Reads the forms and the text of a document as a browser sends and shows them. */
import { type DefaultTreeAdapterMap, parse } from 'parse5'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

/** Values of a form by the names of its fields. A list is for fields that occur several times. */
export type FormValues = Readonly<Record<string, string | File | readonly (string | File)[]>>

/** A form with its values. */
export interface SentForm {
  /** As written; without one, the URL of the page. */
  readonly action: string | undefined
  readonly method: 'GET' | 'POST'
  readonly isMultipart: boolean
  readonly fields: readonly (readonly [name: string, value: string | File])[]
}

/** Returns the form that contains the button, with these values in place of the document's. */
export function fillInForm(html: string, button: string, values: FormValues): SentForm {
  const elements = [...listElements(parse(html))]
  const submitters = elements.filter(isSubmitter)
  const found = submitters.find((item) => readName(item) === button)
  const names = submitters.map((item) => `"${readName(item)}"`).join(', ')
  if (found === undefined)
    throw new Error(
      `The page has no button "${button}". ${names === '' ? 'It has no form.' : `Its buttons are ${names}.`}`,
    )
  if (isDisabled(found)) throw new Error(`The button "${button}" is disabled.`)
  const form = findForm(found, elements)
  if (form === undefined) throw new Error(`The button "${button}" is in no form.`)
  const own = elements.filter((item) => item === found || (isField(item) && !isDisabled(item)))
  const controls = own.filter((item) => findForm(item, elements) === form)
  return {
    action: readAttribute(found, 'formaction') ?? readAttribute(form, 'action'),
    method:
      (readAttribute(found, 'formmethod') ?? readAttribute(form, 'method'))?.toLowerCase() === 'post' ? 'POST' : 'GET',
    isMultipart: (readAttribute(found, 'formenctype') ?? readAttribute(form, 'enctype')) === 'multipart/form-data',
    fields: fillIn(controls, found, values),
  }
}

function fillIn(controls: readonly Element[], button: Element, values: FormValues): SentForm['fields'] {
  const known = new Set(controls.filter((item) => item !== button).map((item) => readAttribute(item, 'name')))
  const unknown = Object.keys(values).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new Error(`The form has no field "${unknown}". Its fields are ${[...known].filter(Boolean).join(', ')}.`)
  const left = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]))
  const fields: (readonly [string, string | File])[] = []
  for (const item of controls) {
    const name = readAttribute(item, 'name')
    if (!name) continue
    const given = left.get(name)
    // All values are sent in the place of the first field of this name.
    if (given === undefined) fields.push(...readValues(item, button).map((value) => [name, value] as const))
    else fields.push(...given.splice(0).map((value) => [name, value] as const))
  }
  return fields
}

/** Returns what a browser sends for a control that its visitor doesn't change. */
function readValues(item: Element, button: Element): readonly (string | File)[] {
  if (item.tagName === 'textarea') return [readText(item).replace(/^\n/, '').replace(/\r?\n/g, '\r\n')]
  if (item.tagName === 'select') return readSelected(item)
  if (item === button) return [readAttribute(item, 'value') ?? '']
  const type = readAttribute(item, 'type')?.toLowerCase()
  if (type === 'checkbox' || type === 'radio')
    return readAttribute(item, 'checked') === undefined ? [] : [readAttribute(item, 'value') ?? 'on']
  if (type === 'file') return [new File([], '', { type: 'application/octet-stream' })]
  return [readAttribute(item, 'value') ?? '']
}

function readSelected(select: Element): readonly string[] {
  const options = [...listElements(select)].filter(({ tagName }) => tagName === 'option')
  const chosen = options.filter((option) => readAttribute(option, 'selected') !== undefined)
  const isMultiple = readAttribute(select, 'multiple') !== undefined
  const sent = isMultiple ? chosen : [chosen.at(-1) ?? options.find((option) => !isDisabled(option))]
  return sent.flatMap((option) =>
    option === undefined ? [] : [readAttribute(option, 'value') ?? readText(option).trim()],
  )
}

const isField = ({ tagName, attrs }: Element): boolean => {
  if (tagName === 'textarea' || tagName === 'select') return true
  const type = attrs.find(({ name }) => name === 'type')?.value.toLowerCase() ?? 'text'
  return tagName === 'input' && !['submit', 'image', 'button', 'reset'].includes(type)
}

const isSubmitter = (item: Element): boolean => {
  const type = readAttribute(item, 'type')?.toLowerCase()
  if (item.tagName === 'button') return type !== 'button' && type !== 'reset'
  return item.tagName === 'input' && (type === 'submit' || type === 'image')
}

/** Returns the accessible name of a button. */
function readName(item: Element): string {
  const label =
    readAttribute(item, 'aria-label') ?? (item.tagName === 'input' ? readAttribute(item, 'value') : undefined)
  return (label ?? readText(item)).replace(/\s+/g, ' ').trim()
}

function findForm(item: Element, elements: readonly Element[]): Element | undefined {
  const id = readAttribute(item, 'form')
  if (id !== undefined) return elements.find((other) => other.tagName === 'form' && readAttribute(other, 'id') === id)
  return listAncestors(item).find(({ tagName }) => tagName === 'form')
}

/** A control is also disabled by its `fieldset`. */
function isDisabled(item: Element): boolean {
  const sections = listAncestors(item).filter(({ tagName }) => tagName === 'fieldset')
  return [item, ...sections].some((one) => readAttribute(one, 'disabled') !== undefined)
}

function listAncestors(item: Element): readonly Element[] {
  const parent = item.parentNode
  return parent === null || !('tagName' in parent) ? [] : [parent, ...listAncestors(parent)]
}

function* listElements(node: Node): Generator<Element> {
  if (!('childNodes' in node)) return
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child
    yield* listElements(child)
  }
}

const INVISIBLE = new Set(['head', 'script', 'style', 'template', 'noscript'])
const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em i kbd label mark q s samp small span strong sub sup time u var'.split(' '),
)

/** Returns the text of a document without gaps. Elements that aren't part of a line are separated. */
export function readVisibleText(html: string): string {
  const read = (node: Node): string => {
    if ('value' in node) return node.value
    if (!('childNodes' in node) || ('tagName' in node && INVISIBLE.has(node.tagName))) return ''
    const text = node.childNodes.map(read).join('')
    return 'tagName' in node && INLINE.has(node.tagName) ? text : ` ${text} `
  }
  return read(parse(html)).replace(/\s+/g, ' ').trim()
}

function readText(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map((child) => readText(child)).join('') : ''
}

function readAttribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}
