/** Finds the forms of apis in a file, `<form action={api}>`: their api, and the fields that are literal in them. */
import { findRenderer } from '#jsx/renderer.ts'
import type { ts } from '#program/typescript.ts'
import { unwrap } from '../modules/static-value.ts'
import { readValueImports } from '../modules/value-imports.ts'
import { attributeNamed, type FormField, fieldName, getTag, isOpenField, mayRenderFields } from './form-markup.ts'

type Ts = typeof ts

/** A form whose `action` is an export of another module, directly or through `useForm(…)`. */
export interface FormUse {
  readonly specifier: string
  readonly exportName: string
  /** Start of the attribute `action`. */
  readonly start: number
  readonly end: number
  readonly fields: readonly FormField[]
  /** Whether it can't have other fields: nothing in it is rendered by other code, or spread. */
  readonly isWhole: boolean
}

interface FormUses {
  readonly text: string
  readonly forms: readonly FormUse[]
}

/** Returns the forms in a file. */
export function readForms(tsModule: Ts, file: ts.SourceFile): FormUses {
  const { text } = file
  // The framework doesn't handle React's forms.
  if (!text.includes('<form') || findRenderer(file.fileName, text) !== undefined) return { text, forms: [] }
  const scope = new FileScope(tsModule, file)
  const forms: FormUse[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isJsxElement(node) && getTag(node.openingElement) === 'form') {
      const form = scope.form(node)
      if (form !== undefined) forms.push(form)
    }
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return { text, forms }
}

/** Components that render only their children, and no fields of their own. */
const TRANSPARENT = /^(?:solid-js|@fw\/runtime)$/

class FileScope {
  readonly #ts: Ts
  readonly #file: ts.SourceFile
  /** Local name -> its import. */
  readonly #imports = new Map<string, { readonly specifier: string; readonly exportName: string }>()
  /** Fields outside of their form, by the form's id. */
  readonly #elsewhere = new Map<string, ts.JsxOpeningLikeElement[]>()

  constructor(tsModule: Ts, file: ts.SourceFile) {
    this.#ts = tsModule
    this.#file = file
    for (const { specifier, names } of readValueImports(tsModule, file))
      for (const [local, exportName] of names) this.#imports.set(local, { specifier, exportName })
    const visit = (node: ts.Node): void => {
      if (tsModule.isJsxOpeningLikeElement(node) && FIELDS.has(getTag(node))) {
        const id = this.#formOf(node)
        if (id !== undefined) this.#elsewhere.set(id, [...(this.#elsewhere.get(id) ?? []), node])
      }
      tsModule.forEachChild(node, visit)
    }
    visit(file)
  }

  form(element: ts.JsxElement): FormUse | undefined {
    const { openingElement } = element
    const action = attributeNamed(this.#ts, openingElement, 'action')
    const value = action?.initializer
    if (action === undefined || value === undefined || !this.#ts.isJsxExpression(value)) return undefined
    const api = value.expression && this.#apiOf(value.expression)
    if (api === undefined) return undefined
    const inside = new FormContent(this.#ts, {
      isForm: (name) => this.#isForm(name),
      isKnown: (tag) => this.#isKnown(tag),
    })
    const id = attributeNamed(this.#ts, openingElement, 'id')?.initializer
    const own = id !== undefined && this.#ts.isStringLiteral(id) ? id.text : undefined
    inside.take(element, (field) => [undefined, own].includes(this.#formOf(field)))
    if (own !== undefined)
      for (const field of this.#elsewhere.get(own) ?? []) if (!isBelow(field, element)) inside.field(field)
    if (inside.hasOtherTarget) return undefined
    const { fields, isWhole } = inside
    return { ...api, start: action.getStart(this.#file), end: action.end, fields, isWhole }
  }

  /** Returns the value of a field's `form="…"`. */
  #formOf(field: ts.JsxOpeningLikeElement): string | undefined {
    const value = attributeNamed(this.#ts, field, 'form')?.initializer
    return value !== undefined && this.#ts.isStringLiteral(value) ? value.text : undefined
  }

  #isKnown(tag: string): boolean {
    const found = this.#imports.get(tag)
    return found !== undefined && TRANSPARENT.test(found.specifier)
  }

  /** Returns whether the name refers to a result of `useForm`. */
  #isForm(name: ts.Identifier): boolean {
    const value = this.#valueOf(name)
    return value !== undefined && value !== 'other' && this.#formCall(value) !== undefined
  }

  #formCall(given: ts.Expression): ts.Expression | undefined {
    const call = unwrap(this.#ts, given)
    if (!this.#ts.isCallExpression(call) || !this.#ts.isIdentifier(call.expression)) return undefined
    const { specifier, exportName } = this.#imports.get(call.expression.text) ?? {}
    return specifier === '@fw/runtime' && exportName === 'useForm' ? call.arguments[0] : undefined
  }

  #apiOf(given: ts.Expression): Pick<FormUse, 'specifier' | 'exportName'> | undefined {
    const node = unwrap(this.#ts, given)
    if (this.#ts.isPropertyAccessExpression(node)) {
      const { expression: space, name } = node
      if (!this.#ts.isIdentifier(space) || this.#valueOf(space) !== undefined) return undefined
      const found = this.#imports.get(space.text)
      return found?.exportName === '*' ? { specifier: found.specifier, exportName: name.text } : undefined
    }
    if (!this.#ts.isIdentifier(node)) return undefined
    const value = this.#valueOf(node)
    if (value === 'other') return undefined
    if (value !== undefined) return this.#apiOf(this.#formCall(value) ?? value)
    const found = this.#imports.get(node.text)
    return found === undefined || found.exportName === '*' ? undefined : found
  }

  /** Returns the value of a constant in the enclosing blocks; `other` for any other declaration in the file. */
  #valueOf(name: ts.Identifier): ts.Expression | 'other' | undefined {
    const tsModule = this.#ts
    for (let node: ts.Node | undefined = name.parent; node !== undefined; node = node.parent) {
      if (tsModule.isFunctionLike(node) && node.parameters.some((one) => binds(tsModule, one.name, name.text)))
        return 'other'
      if (!tsModule.isBlock(node) && !tsModule.isSourceFile(node)) continue
      for (const statement of node.statements) {
        if (!tsModule.isVariableStatement(statement)) continue
        const { declarations, flags } = statement.declarationList
        const declared = declarations.find((one) => binds(tsModule, one.name, name.text))
        if (declared === undefined) continue
        const isConstant = tsModule.isIdentifier(declared.name) && (flags & tsModule.NodeFlags.Const) !== 0
        // A name is declared before its value is used, so that it never refers to itself.
        return isConstant && declared.initializer !== undefined && declared.pos < name.pos
          ? declared.initializer
          : 'other'
      }
    }
    return undefined
  }
}

interface Names {
  isForm(name: ts.Identifier): boolean
  isKnown(tag: string): boolean
}

/** The content of one form. */
class FormContent {
  readonly #ts: Ts
  readonly #names: Names
  readonly fields: FormField[] = []
  isWhole = true
  /** A button submits it to another URL. */
  hasOtherTarget = false

  constructor(tsModule: Ts, names: Names) {
    this.#ts = tsModule
    this.#names = names
  }

  /** Adds everything in `element`, except fields of other forms. */
  take(element: ts.JsxElement, isOwn: (field: ts.JsxOpeningLikeElement) => boolean): void {
    const visit = (node: ts.Node): void => {
      // The content of a field is text.
      if (this.#ts.isJsxElement(node) && FIELDS.has(getTag(node.openingElement))) {
        this.#element(node.openingElement, isOwn)
        return
      }
      if (this.#ts.isJsxOpeningLikeElement(node)) this.#element(node, isOwn)
      else if (this.#ts.isJsxExpression(node) && !this.#ts.isJsxAttribute(node.parent) && node.expression)
        this.isWhole &&= !mayRenderFields(this.#ts, node.expression, (name) => this.#names.isForm(name))
      this.#ts.forEachChild(node, visit)
    }
    for (const child of element.children) visit(child)
  }

  #element(node: ts.JsxOpeningLikeElement, isOwn: (field: ts.JsxOpeningLikeElement) => boolean): void {
    const tag = getTag(node)
    if (FIELDS.has(tag)) {
      if (isOwn(node)) this.field(node)
    } else if (/^[a-z]\w*$/.test(tag)) this.isWhole &&= !isOpenField(this.#ts, node)
    else this.isWhole &&= this.#names.isKnown(tag) && !isOpenField(this.#ts, node)
  }

  field(node: ts.JsxOpeningLikeElement): void {
    const found = fieldName(this.#ts, node, (name) => this.#names.isForm(name))
    if (found === 'elsewhere') this.hasOtherTarget = true
    else if (found === 'dynamic') this.isWhole = false
    else if (found !== undefined) this.fields.push(found)
  }
}

const FIELDS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button'])

function binds(tsModule: Ts, name: ts.BindingName, wanted: string): boolean {
  if (tsModule.isIdentifier(name)) return name.text === wanted
  return name.elements.some((one) => tsModule.isBindingElement(one) && binds(tsModule, one.name, wanted))
}

function isBelow(node: ts.Node, ancestor: ts.Node): boolean {
  return node.pos >= ancestor.pos && node.end <= ancestor.end
}
