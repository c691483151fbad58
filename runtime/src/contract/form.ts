/** Forms of apis: `<form action={api}>`. What their hidden fields are called, and what became of one that was posted. */
import type { Issue } from './validation.ts'

/** The hidden field that names the tool: `api.cart.change`, or `api.cart.change#<name>` for one of several forms. */
export const FORM_TOOL = 'fw:tool'
/** The hidden field that is another one in every form that is rendered: the same form sent twice is run once. */
export const FORM_KEY = 'fw:key'
/** The hidden field of a form that a browser itself sends for an agent: `agent`. */
export const FORM_ORIGIN = 'fw:origin'
/** The hidden field of such a form whose agent has read untrusted content: `1`. */
export const FORM_TAINTED = 'fw:tainted'
/** No name of a field of an app begins so. */
export const FORM_PREFIX = 'fw:'

/** Id of the element that tells islands of a form that was refused. */
export const FORM_ELEMENT = 'fw-form'

/** What an api, and what `useForm` makes of one, says of itself where it is the `action` of a form. */
export const FORM_TARGET = 'fw:form'

/** The tool of a form, and which of several forms it is. */
export interface FormTarget {
  /** `api.<module>.<export>`. */
  readonly tool: string
  /** The name that `useForm` was given. */
  readonly name?: string | undefined
  /** The tool takes files. Absent where nobody knows. */
  readonly files?: boolean | undefined
  /** In a browser: what the wire says of a result, as a caller gets it. */
  readonly decode?: ((result: unknown) => unknown) | undefined
}

/** What `<form action={…}>` takes in JSX: the room of Solid adds what its types ask for. */
export interface FormAction {}

/** What is known of the `action` of a form; undefined for one that is no api's. */
export function findFormTarget(action: unknown): FormTarget | undefined {
  if ((typeof action !== 'function' && typeof action !== 'object') || action === null) return undefined
  return (action as { readonly [FORM_TARGET]?: FormTarget })[FORM_TARGET]
}

/** The value of `FORM_TOOL`. */
export function formId({ tool, name }: FormTarget): string {
  return name === undefined ? tool : `${tool}#${name}`
}

/** A form that was refused, as the page that is shown again knows it. JSON-able: islands get it too. */
export interface RefusedForm {
  /** `formId` of the form. */
  readonly form: string
  /** The texts of its fields by name, as they were sent. Passwords are not kept. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** What is wrong with the form as a whole. */
  readonly error: string
  readonly code: string
  /** What is wrong with its fields. */
  readonly issues: readonly Issue[]
}

/** Whether what a person wrote into a field is shown again. */
export function isKept(name: string): boolean {
  return !/pass(?:word|phrase|code)|secret|\bpin\b|\bcvc\b|\bcvv\b|\botp\b/i.test(name)
}

type Scalar = string | number | bigint | boolean | Date | URL | Uint8Array | Blob | null | undefined

/** The names that fields of a form of this input may have: `email`, `address.city`, `items[0].qty`. */
export type FieldName<Input, Depth extends readonly unknown[] = []> = Depth['length'] extends 5
  ? never
  : Input extends Scalar
    ? never
    : Input extends readonly (infer Item)[] | ReadonlySet<infer Item>
      ? `[${number}]` | Below<`[${number}]`, Item, Depth>
      : {
          [Key in keyof Input & string]: Key | Below<Key, NonNullable<Input[Key]>, Depth>
        }[keyof Input & string]

type Below<Name extends string, Member, Depth extends readonly unknown[]> =
  FieldName<Member, [...Depth, unknown]> extends infer Rest
    ? Rest extends `[${string}`
      ? `${Name}${Rest}`
      : Rest extends string
        ? `${Name}.${Rest}`
        : never
    : never
