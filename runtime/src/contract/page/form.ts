/** Forms of APIs, `<form action={api}>`: the names of their hidden fields, and the result of a form that was refused. */
import type { Issue } from '../schema/validation.ts'

/** The hidden field that names the tool: `api.cart.change`, or `api.cart.change#<name>` for one of several forms. */
export const FORM_TOOL = 'fw:tool'
/**
 * The hidden field with the key of a rendered form, which is different in every render: a form that is sent twice runs
 * once.
 */
export const FORM_KEY = 'fw:key'
/** The hidden field of a form that the browser sends for an agent: `agent`. */
export const FORM_ORIGIN = 'fw:origin'
/** The hidden field of a form that the browser sends for an agent that has read untrusted content: `1`. */
export const FORM_TAINTED = 'fw:tainted'
/**
 * The cookie of a form that the browser sends for an agent: `agent` or `tainted`. The server reads it before the fields, which
 * it doesn't read before middleware. It expires within moments.
 */
export const FORM_COOKIE = 'fw_form'
/** Reserved prefix: no field of an app begins with it. */
export const FORM_PREFIX = 'fw:'

/** Id of the element that passes a refused form to islands. */
export const FORM_ELEMENT = 'fw-form'

/** Member of an API, and of the result of `useForm`, that describes it as the `action` of a form. */
export const FORM_TARGET = 'fw:form'

/** The tool of a form, and the name of the form if a page has several of the same tool. */
export interface FormTarget {
  /** `api.<module>.<export>`. */
  readonly tool: string
  /** The name that was passed to `useForm`. */
  readonly name?: string | undefined
  /** The tool takes files. Absent if unknown. */
  readonly files?: boolean | undefined
  /** In a browser: the hash of the contract for which the page was built. */
  readonly hash?: string | undefined
  /** In a browser: converts a result from its wire form to the value that a caller receives. */
  readonly decode?: ((result: unknown) => unknown) | undefined
}

/** Type of `<form action={…}>` in JSX. `solid/` adds the members that Solid's types require. */
export interface FormAction {}

/** Returns the form target of an `action`, or undefined if it isn't an API's. */
export function findFormTarget(action: unknown): FormTarget | undefined {
  if ((typeof action !== 'function' && typeof action !== 'object') || action === null) return undefined
  return (action as { readonly [FORM_TARGET]?: FormTarget })[FORM_TARGET]
}

/** Returns the value of `FORM_TOOL`. */
export function formId({ tool, name }: FormTarget): string {
  return name === undefined ? tool : `${tool}#${name}`
}

/** A refused form, for the page that is rendered again. JSON-able, because islands receive it too. */
export interface RefusedForm {
  /** `formId` of the form. */
  readonly form: string
  /** The submitted strings of its fields by name, without passwords. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** The error of the form as a whole. */
  readonly error: string
  readonly code: string
  /** The errors of its fields. */
  readonly issues: readonly Issue[]
}

/** Returns whether a submitted value may be shown again, which is false for passwords and other secrets. */
export function isKept(name: string): boolean {
  return !/pass(?:word|phrase|code)|secret|\bpin\b|\bcvc\b|\bcvv\b|\botp\b/i.test(name)
}

type Scalar = string | number | bigint | boolean | Date | URL | Uint8Array | Blob | null | undefined

/** The field names that a form of this input may have: `email`, `address.city`, `items[0].qty`. */
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
