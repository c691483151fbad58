/** Renders each item of the panel as nodes that are updated with it. */
import { element, textNodes } from '../approvals/value-nodes.ts'
import type { PanelItem } from './panel-items.ts'
import type { CopilotStrings } from './panel-strings.ts'
import { markdownView } from './safe-markdown.ts'

type Kind<Name extends PanelItem['kind']> = Extract<PanelItem, { kind: Name }>

interface Shown {
  readonly key: string
  readonly kind: PanelItem['kind']
  readonly node: HTMLElement
  update(item: PanelItem): void
}

/** Shows the items in `list`, and reuses the nodes of items that continue. */
export function itemView(list: HTMLElement, strings: CopilotStrings): (items: readonly PanelItem[]) => void {
  let shown: readonly Shown[] = []
  return (items) => {
    const next = items.map((item, index) => {
      const known = shown[index]
      if (known?.key !== item.key || known.kind !== item.kind) return createItem(item, strings)
      known.update(item)
      return known
    })
    for (const one of shown) if (!next.includes(one)) one.node.remove()
    for (const [index, { node }] of next.entries())
      if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null)
    shown = next
  }
}

function createItem(item: PanelItem, strings: CopilotStrings): Shown {
  const { key, kind } = item
  const { node, update } = CREATE[kind](item as never, strings) // matches the kind
  return { key, kind, node, update: update as Shown['update'] }
}

type Create<Name extends PanelItem['kind']> = (
  item: Kind<Name>,
  strings: CopilotStrings,
) => { readonly node: HTMLElement; update(item: Kind<Name>): void }

const CREATE: { readonly [Name in PanelItem['kind']]: Create<Name> } = {
  person(item, strings) {
    const text = element('div', { class: 'fw-copilot-text', dir: 'auto' }, item.text)
    return { node: itemNode('person', unseen(strings.person), text), update: () => undefined }
  },
  words(item, strings) {
    const { text, update } = createModelText(item, strings)
    return { node: itemNode('words', unseen(strings.assistant), text), update }
  },
  summary: (item, strings) => createFolded(item, strings, strings.summarised),
  reasoning: (item, strings) => createFolded(item, strings, strings.reasoning),
  call: createCall,
  decision({ decision }, strings) {
    const { outcome, tool, title, result } = decision
    const failed =
      result?.ok === false ? [' ', element('span', { class: 'fw-copilot-failed' }, ...textNodes(result.error))] : []
    const name = toolNode(strings, tool, title)
    return {
      node: itemNode('decision', element('p', {}, strings.outcomes[outcome], ' ', name, '.', ...failed)),
      update: () => undefined,
    }
  },
}

/** Creates a text of the model that is folded until the user opens it. */
function createFolded(item: Kind<'summary' | 'reasoning'>, strings: CopilotStrings, title: string) {
  const { text, update } = createModelText(item, strings)
  return { node: itemNode(item.kind, element('details', {}, element('summary', {}, title), text)), update }
}

/** Creates an element with a text that the model has written, which is Markdown. */
function createModelText(item: { readonly text: string }, strings: CopilotStrings) {
  const text = element('div', { class: 'fw-copilot-text', dir: 'auto' })
  const show = markdownView(text, { page: location.href, newTab: strings.newTab })
  show(item.text)
  return { text, update: (now: { readonly text: string }) => show(now.text) }
}

function createCall(item: Kind<'call'>, strings: CopilotStrings): ReturnType<Create<'call'>> {
  const name = element('span', {}, toolNode(strings, item.name, item.title))
  const state = element('span', { class: 'fw-copilot-state' })
  const input = valueView(strings.input, strings)
  const result = valueView(strings.result, strings)
  const details = element('details', {}, element('summary', {}, name, ' ', state), input.node, result.node)
  const node = itemNode('call', details)
  let { title } = item
  const update = (now: Kind<'call'>) => {
    if (now.title !== title) name.replaceChildren(toolNode(strings, now.name, now.title))
    title = now.title
    setText(state, strings.states[now.state])
    node.dataset.state = now.state
    input.show(now.input)
    result.show(now.result)
  }
  update(item)
  return { node, update }
}

/** Characters to show of a value; results of tools may be whole tables. */
const VALUE_MAX = 20_000

function valueView(label: string, strings: CopilotStrings) {
  const value = element('pre', { tabindex: '0', dir: 'ltr', role: 'group', 'aria-label': label })
  const node = element('div', { hidden: '' }, element('p', { class: 'fw-copilot-label' }, label), value)
  let shown: unknown
  return {
    node,
    show(now: unknown) {
      if (now === shown) return
      shown = now
      node.hidden = now === undefined
      const text = typeof now === 'string' ? now : (JSON.stringify(now, null, 2) ?? '')
      const rest = text.length - VALUE_MAX
      value.replaceChildren(...textNodes(text.slice(0, VALUE_MAX)), ...(rest > 0 ? [`\n${strings.more(rest)}`] : []))
    },
  }
}

/** Returns the words for a call of a tool. Its name is code. */
export function toolNode(strings: CopilotStrings, name: string, title: string | undefined): Node {
  const words = strings.tool(name, title)
  return words === name ? element('code', {}, name) : element('span', { class: 'fw-copilot-tool' }, words)
}

function itemNode(kind: PanelItem['kind'], ...children: readonly Node[]): HTMLElement {
  return element('li', { class: `fw-copilot-item fw-copilot-${kind}` }, ...children)
}

function unseen(text: string): Node {
  return element('span', { class: 'fw-copilot-unseen' }, `${text} `)
}

/** Sets the text only if it differs, because a selection in it would be lost. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text
}
