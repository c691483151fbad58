/**
 * `solid-js/web` for the components of an app in `fw dev`. It also compares what a component renders while it hydrates
 * with what the server sent: Solid retains the server's nodes without a comparison. Nothing is rendered twice, and effects
 * and `onMount` run later, so values that only they change are never compared.
 */
import { sharedConfig } from 'solid-js'
import * as web from 'solid-js/web'
import {
  compareAttribute,
  compareFlag,
  compareProperty,
  compareSpread,
  compareStyle,
  toTokens,
} from './compare-attributes.ts'
import { noteClass, noteClassList } from './compare-classes.ts'
import { compareContent, noteUnhydrated, snapshotContent, watchContent } from './compare-content.ts'
import { compareTemplate, parseTemplate, type TemplateArguments } from './compare-template.ts'
import { isHydrating, reportMismatch } from './mismatch.ts'
import { printWhole } from './print-markup.ts'

export * from 'solid-js/web'

const templates = new WeakMap<object, TemplateArguments>()

/** Creates a template as Solid does, and stores its markup. */
export function template(...given: Parameters<typeof web.template>): () => Element {
  const create = web.template(...given)
  templates.set(create, given)
  return create
}

/** Returns the next element as Solid does, and compares the server's element with the template. */
export function getNextElement(create?: () => Element): Element {
  const { context, registry } = sharedConfig
  const given = create && templates.get(create)
  if (create === undefined || given === undefined || !isHydrating())
    return web.getNextElement(create as () => HTMLElement)
  const key = sharedConfig.getContextId()
  const sent = registry?.get(key)
  const expected = parseTemplate(given)
  if (sent === undefined) {
    // Creates the element, as a build does. Solid's development version would throw, and can't name the element here.
    sharedConfig.getNextContextId()
    if (expected !== undefined) reportMissing(expected, context?.id ?? '')
    return withoutHydration(create)
  }
  if (expected !== undefined) compareTemplate(expected, sent)
  return web.getNextElement(create as () => HTMLElement)
}

function reportMissing(expected: Element, contextId: string): void {
  const id = /^i(.*?)-/.exec(contextId)?.[1] ?? ''
  const island = document.querySelector(`fw-island[i="${CSS.escape(id)}"]`)
  if (island === null) return
  reportMismatch(island, {
    what: `the browser renders <${expected.localName}> that the server didn't send`,
    server: [...island.children].map(printWhole).join('') || '(nothing)',
    browser: printWhole(expected),
    isStructural: true,
  })
}

function withoutHydration<Result>(run: () => Result): Result {
  const { context } = sharedConfig
  sharedConfig.context = undefined as never // as Solid does
  try {
    return run()
  } finally {
    sharedConfig.context = context as never
  }
}

/** Inserts as Solid does, and compares the content. */
export function insert(parent: Element, accessor: unknown, marker?: Node | null, initial?: Node[]): unknown {
  const insertIt = web.insert as (...given: unknown[]) => unknown
  const isKnown = marker === undefined || Array.isArray(initial)
  if (!isHydrating() || !parent.isConnected || !isKnown) return insertIt(parent, accessor, marker, initial)
  const sent = snapshotContent(initial ?? parent.childNodes)
  const content = watchContent(accessor)
  const inserted = insertIt(parent, content.value, marker, initial)
  compareContent(parent, sent, content)
  return inserted
}

/** Calls Solid's component, and records that its content isn't hydrated. */
const createCheckedComponent: typeof web.createComponent = (component, props) => {
  if ((component as unknown) === web.NoHydration && isHydrating()) noteUnhydrated()
  return web.createComponent(component, props)
}

export { createCheckedComponent as createComponent }

export const setAttribute: typeof web.setAttribute = (node, name, value) => {
  if (isTakenOver(node)) compareAttribute(node, name, value)
  web.setAttribute(node, name, value)
}

export const setBoolAttribute: typeof web.setBoolAttribute = (node, name, value) => {
  if (isTakenOver(node)) compareFlag(node, name, value)
  web.setBoolAttribute(node, name, value)
}

export const setProperty: typeof web.setProperty = (node, name, value) => {
  if (isTakenOver(node)) compareProperty(node, name, value)
  web.setProperty(node, name, value)
}

export const className: typeof web.className = (node, value) => {
  if (isTakenOver(node)) noteClass(node, toTokens(value))
  web.className(node, value)
}

export const classList: typeof web.classList = (element, value, previous) => {
  if (isTakenOver(element))
    for (const [names, isOn] of Object.entries(value ?? {})) noteClassList(element, toTokens(names), Boolean(isOn))
  return web.classList(element, value, previous)
}

export const style: typeof web.style = (node, value, previous) => {
  if (isTakenOver(node) && value) {
    const probe = document.createElement('span')
    web.style(probe, value)
    compareStyle(node as HTMLElement, probe.style)
  }
  return web.style(node, value, previous)
}

export const setStyleProperty: typeof web.setStyleProperty = (node, name, value) => {
  if (isTakenOver(node)) {
    const probe = document.createElement('span')
    web.setStyleProperty(probe, name, value)
    compareStyle(node as HTMLElement, probe.style)
  }
  web.setStyleProperty(node, name, value)
}

export const spread: typeof web.spread = (node, accessor, isSVG, skipChildren) => {
  const isChecked = isTakenOver(node)
  const values = (web.spread as (...given: unknown[]) => unknown)(node, accessor, isSVG, skipChildren)
  if (isChecked) compareSpread(node, values as Record<string, unknown>)
}

/** Returns whether the server sent the node and Solid is hydrating it. */
function isTakenOver(node: Node | null): boolean {
  return isHydrating() && node?.isConnected === true
}
