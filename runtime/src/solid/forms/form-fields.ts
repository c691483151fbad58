/** What `useForm` answers: the same on the server and in a browser, over what each of them knows of the form. */
import type { JSX } from 'solid-js'
import { type FieldName, FORM_TARGET, type FormAction, type FormTarget, type RefusedForm } from '#contract/page/form.ts'

declare module '#contract/page/form.ts' {
  interface FormAction {
    /** Solid's mark of what an attribute takes beside text. No such member exists. */
    readonly [JSX.SERIALIZABLE]: never
  }
}

declare module 'solid-js' {
  namespace JSX {
    /** Declarative WebMCP: what agents of the browser are told of a form. */
    interface FormHTMLAttributes<T> {
      toolname?: string | undefined
      tooldescription?: string | undefined
      /** The form that an agent filled in is sent without a person pressing its button. */
      toolautosubmit?: boolean | '' | undefined
    }
    interface InputHTMLAttributes<T> {
      toolparamdescription?: string | undefined
    }
    interface SelectHTMLAttributes<T> {
      toolparamdescription?: string | undefined
    }
    interface TextareaHTMLAttributes<T> {
      toolparamdescription?: string | undefined
    }
  }
}

/** Attributes of the field of one name, to spread into it. */
export interface FieldAttributes {
  readonly id: string
  readonly name: string
  /** What was sent before the form was refused. */
  readonly value: string | undefined
  readonly 'aria-invalid': 'true' | undefined
  /** The id of the element that says what is wrong: give it `errorId`. */
  readonly 'aria-describedby': string | undefined
}

/** A form of an api: what was sent, what was wrong with it. In an island all of it is reactive. */
export interface Form<Input = unknown, Output = unknown> extends FormAction {
  readonly [FORM_TARGET]: FormTarget
  /** Whether it is being sent. On the server never. */
  pending(): boolean
  /** What is wrong with the form as a whole; undefined for one that was not refused. */
  error(): string | undefined
  /** What is wrong with a field. */
  errorAt(name: FieldName<Input>): string | undefined
  /** What was sent for a field before the form was refused; otherwise the second argument. */
  value(name: FieldName<Input>, otherwise?: string): string | undefined
  /** Whether this value of a checkbox, radio button or option was sent; `otherwise` where nothing was refused. */
  isChosen(name: FieldName<Input>, value?: string, otherwise?: boolean): boolean
  /** Attributes of a text field: name, id, value, and what is wrong with it for assistive technology. */
  field(name: FieldName<Input>, otherwise?: string): FieldAttributes
  /** Id of the element that says what is wrong with a field. */
  errorId(name: FieldName<Input>): string
  /** What the last call answered, in an island that keeps its page. */
  result(): Output | undefined
}

/** What is known of a form now. */
interface FormSource {
  readonly target: FormTarget
  refused(): RefusedForm | undefined
  pending(): boolean
  result(): unknown
}

/** The second argument of `useForm`. */
export interface FormOptions<Output = unknown> {
  /** Tells forms of one api on one page apart: letters, digits and hyphens. */
  readonly name?: string
  /** In an island: called with what the call answered, in place of the page that the form leads to. */
  readonly onDone?: (result: Output) => void
  /** In an island with `onDone`: the fields are emptied at once, and come back when the form is refused. */
  readonly optimistic?: boolean
}

/** The form of `source`. */
export function createForm({ target, refused, pending, result }: FormSource): Form {
  const createId = (name: string) =>
    [target.tool.replace(/^api\./, ''), target.name, name]
      .filter((part) => part !== undefined)
      .join('-')
      .replace(/[^\w-]+/g, '-')
      .replace(/-+$/, '')
  const errorId = (name: string) => `${createId(name)}-error`
  const errorAt = (name: string) => {
    const issues = refused()?.issues.filter(({ path }) => path === name || isBelow(path, name)) ?? []
    return issues.length === 0 ? undefined : issues.map(({ message }) => message).join('; ')
  }
  const value = (name: string, otherwise?: string) => {
    const form = refused()
    return form === undefined ? otherwise : (form.values[name]?.at(-1) ?? '')
  }
  return {
    [FORM_TARGET]: target,
    pending,
    error: () => refused()?.error,
    errorAt,
    value,
    isChosen: (name: string, wanted = 'on', otherwise = false) => {
      const form = refused()
      return form === undefined ? otherwise : form.values[name]?.includes(wanted) === true
    },
    field: (name: string, otherwise?: string) => ({
      id: createId(name),
      name,
      get value() {
        return value(name, otherwise)
      },
      get 'aria-invalid'() {
        return errorAt(name) === undefined ? undefined : ('true' as const)
      },
      get 'aria-describedby'() {
        return errorAt(name) === undefined ? undefined : errorId(name)
      },
    }),
    errorId,
    result,
  } as unknown as Form // names are checked where the input is known
}

/** What is wrong with a part is wrong with a field that stands for all of it. */
function isBelow(path: string, name: string): boolean {
  return path.startsWith(`${name}[`) || path.startsWith(`${name}.`)
}

/** Throws a `TypeError` for what is no api and no name. */
export function requireTarget(target: FormTarget | undefined, name: string | undefined): FormTarget {
  if (target === undefined)
    throw new TypeError('useForm() got what is no api. Import one from src/server: useForm(checkout).')
  if (name === undefined) return target
  if (!/^[\w-]{1,100}$/.test(name))
    throw new TypeError(`useForm() got the name "${name}". Name forms with letters, digits and hyphens.`)
  return { tool: target.tool, files: target.files, name }
}
