/** The result of `useForm`, for the server and the browser. Each passes the state of the form as `FormSource`. */
import type { JSX } from 'solid-js'
import { type FieldName, FORM_TARGET, type FormAction, type FormTarget, type RefusedForm } from '#contract/page/form.ts'
import type { LiveRead } from '../live/live-read.ts'

declare module '#contract/page/form.ts' {
  interface FormAction {
    /** Solid's mark of values that an attribute accepts besides strings. The member exists only in types. */
    readonly [JSX.SERIALIZABLE]: never
  }
}

declare module 'solid-js' {
  namespace JSX {
    /** Declarative WebMCP: describes a form for agents of the browser. */
    interface FormHTMLAttributes<T> {
      toolname?: string | undefined
      tooldescription?: string | undefined
      /** Sends the form after an agent has filled it in, without a person who presses its button. */
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

/** Attributes of a field, to spread into its element. */
export interface FieldAttributes {
  readonly id: string
  readonly name: string
  /** The submitted value, if the form was refused. */
  readonly value: string | undefined
  readonly 'aria-invalid': 'true' | undefined
  /** The id of the element with the error message, which has the id `errorId(name)`. */
  readonly 'aria-describedby': string | undefined
}

/** The state of a form of an api: submitted values and errors. In an island all of it is reactive. */
export interface Form<Input = unknown, Output = unknown> extends FormAction {
  readonly [FORM_TARGET]: FormTarget
  /** Returns whether the form is being sent. On the server always `false`. */
  pending(): boolean
  /** Returns the error of the form as a whole; `undefined` unless the form was refused. */
  error(): string | undefined
  /** Returns the error message of a field. */
  errorAt(name: FieldName<Input>): string | undefined
  /** Returns the submitted value of a field, if the form was refused; otherwise the second argument. */
  value(name: FieldName<Input>, otherwise?: string): string | undefined
  /** Returns whether this value of a checkbox, radio button or option was submitted; `otherwise` unless the form was refused. */
  isChosen(name: FieldName<Input>, value?: string, otherwise?: boolean): boolean
  /** Returns the attributes of a text field: name, id, value, and the link to its error for assistive technology. */
  field(name: FieldName<Input>, otherwise?: string): FieldAttributes
  /** Returns the id for the element with the error message of a field. */
  errorId(name: FieldName<Input>): string
  /** Returns the result of the last call, in an island with `onDone`. */
  result(): Output | undefined
}

/** The current state of a form. */
interface FormSource {
  readonly target: FormTarget
  refused(): RefusedForm | undefined
  pending(): boolean
  result(): unknown
}

/** The fields of a form when it was sent, as text or files: only the server converts them to the input of the api. */
interface SentFields<Input> extends FormData {
  get(name: FieldName<Input>): FormDataEntryValue | null
  getAll(name: FieldName<Input>): FormDataEntryValue[]
  has(name: FieldName<Input>): boolean
}

/**
 * A live read that the form changes, and its expected value. The function must not modify `current`, and may run again for newer
 * values.
 */
type OptimisticRead<Input, Value> = readonly [
  read: LiveRead<Value>,
  expect: (current: Value, fields: SentFields<Input>) => NoInfer<Value>,
]

/** The second argument of `useForm`. */
export interface FormOptions<Output = unknown, Input = unknown, Value = unknown> {
  /** Distinguishes forms of the same api on a page: letters, digits, hyphens and underscores. */
  readonly name?: string
  /** In an island: receives the result of the call. The browser then doesn't navigate to the result page of the form. */
  readonly onDone?: (result: Output) => void
  /**
   * In an island with `onDone`: clears the fields at once, and restores them if the form is refused. With a live read and a
   * function, the read also has the expected value until the server's arrives:
   * `[cards, (current, fields) => [...current, { title: String(fields.get('title')) }]]`.
   */
  readonly optimistic?: boolean | OptimisticRead<Input, Value>
}

/** Creates the form of `source`. */
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
  } as unknown as Form // field names are type-checked at calls, where the input type is known
}

/** Returns whether an error's path is inside a field: the field of an object or list shows the errors of its parts. */
function isBelow(path: string, name: string): boolean {
  return path.startsWith(`${name}[`) || path.startsWith(`${name}.`)
}

/** Returns the target of a form. Throws a `TypeError` for a value that isn't an api, and for an invalid form name. */
export function requireTarget(target: FormTarget | undefined, name: string | undefined): FormTarget {
  if (target === undefined)
    throw new TypeError('The argument of useForm() is not an api. Import one from src/server: useForm(checkout).')
  if (name === undefined) return target
  if (!/^[\w-]{1,100}$/.test(name))
    throw new TypeError(
      `"${name}" is not a valid name for useForm(). Use up to 100 letters, digits, hyphens and underscores.`,
    )
  return { tool: target.tool, files: target.files, name }
}
