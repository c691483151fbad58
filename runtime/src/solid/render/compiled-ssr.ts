/** The functions that compiled code calls on the server to create markup, in place of Solid's. They return `Html`. */
import { splitProps } from 'solid-js'
import { ssrElement as solidElement } from 'solid-js/web'
import { disableMarks } from './disable-marks.ts'
import { Html } from './html.ts'
import { escapeAttributes, escapeValue, htmlNode, printable } from './print-html.ts'
import { type LostHandlerReporter, solidShared } from './render-state.ts'

/** Joins a template and escaped values. */
export function ssr(template: string | readonly string[], ...values: readonly unknown[]): Html {
  if (typeof template === 'string') return new Html(template)
  let html = template[0] ?? ''
  for (const [index, value] of values.entries()) html += htmlNode(value) + (template[index + 1] ?? '')
  return new Html(html)
}

type Props = Readonly<Record<string, unknown>>

/** Creates an element with dynamic props. The argument `children` is escaped; children in the props aren't. */
export function ssrElement(
  tag: string,
  props: Props | (() => Props) | undefined | null,
  children: unknown,
  needsId?: boolean,
): Html {
  const given = (typeof props === 'function' ? props() : props) ?? {}
  const { context } = solidShared
  if (context?.noHydrate && context.fw?.onLostHandler !== undefined) reportHandler(tag, given, context.fw.onLostHandler)
  if (tag === 'textarea' && given.value !== undefined) return textarea(given, needsId)
  const element =
    children === undefined
      ? solidElement(tag, printableChildren(tag, given), undefined, needsId ?? false)
      : solidElement(tag, given, () => escapeChildren(children), needsId ?? false)
  return new Html(escapeAttributes((element as unknown as Html).t)) // Solid's type of markup is string
}

/** Reports the first event handler among the props. */
function reportHandler(tag: string, props: Props, report: LostHandlerReporter): void {
  const handler = Object.keys(props).find((name) => /^on[:A-Z]/.test(name) && typeof props[name] === 'function')
  if (handler !== undefined) report(tag, handler)
}

/** Prints the value of a spread textarea as its content: browsers ignore an attribute `value` of it. */
function textarea(props: Props, needsId = false): Html {
  const [, others] = splitProps(props, ['value', 'children'])
  const text = String(props.value ?? '')
  // A parser removes the first line break.
  const content = () => `${/^\r?\n/.test(text) ? '\n' : ''}${escapeValue(text)}`
  return new Html(escapeAttributes((solidElement('textarea', others, content, needsId) as unknown as Html).t)) // as above
}

/** Props that Solid prints, including any object in them. */
const CHILDREN = ['children', 'textContent', 'innerText', 'innerHTML'] as const

function printableChildren(tag: string, props: Props): Props {
  const present = CHILDREN.filter((name) => name in props)
  if (present.length === 0) return props
  const own = Object.getOwnPropertyDescriptors(props)
  const isCode = tag === 'script' || tag === 'style'
  for (const name of present) {
    const print = name !== 'innerHTML' ? printable : isCode ? (value: unknown) => value : disableMarks
    own[name] = { enumerable: true, get: () => print(props[name]) }
  }
  return Object.defineProperties({}, own)
}

/** Prints children. Adds no marks between texts: the compiler has added the marks that hydration needs. */
function escapeChildren(children: unknown): unknown {
  const value: unknown = typeof children === 'function' ? children() : children
  return Array.isArray(value) ? value.map((item) => new Html(htmlNode(item))) : htmlNode(value)
}

/** Solid's `<Dynamic>`, based on `ssrElement` above. */
export function Dynamic(props: Props): unknown {
  const { component } = props
  const [, others] = splitProps(props, ['component'])
  if (typeof component === 'function') return component(others)
  return typeof component === 'string' && component !== '' ? ssrElement(component, others, undefined, true) : undefined
}
