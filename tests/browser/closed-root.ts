/** Access to the approval panel in its closed shadow root, which scripts can't reach. */
import type { CDPSession, Page } from 'playwright-core'

interface DomNode {
  readonly nodeId: number
  readonly attributes?: readonly string[]
  readonly children?: readonly DomNode[]
  readonly shadowRoots?: readonly DomNode[]
}

/** Clicks the first button of this class that waits in the panel, with the mouse. Waits until it is there and acts. */
export async function personClicks(page: Page, button: 'approve' | 'reject' | 'later' | 'waiting'): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  try {
    let point: { x: number; y: number } | undefined
    for (let look = 0; look < 200 && point === undefined; look++) {
      const first = await findPlace(tools, button)
      // Scrolling to the button disables it for a while.
      await page.waitForTimeout(50)
      const second = first && (await findPlace(tools, button))
      if (first?.x === second?.x && first?.y === second?.y) point = second
    }
    if (point === undefined) throw new Error(`The panel has no "${button}" to click in the panel.`)
    await page.mouse.click(point.x, point.y)
  } finally {
    await tools.detach()
  }
}

async function findPlace(tools: CDPSession, button: string): Promise<{ x: number; y: number } | undefined> {
  const { root } = (await tools.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DomNode }
  const found = findButton(root, button)
  if (found === undefined) return undefined
  await tools.send('DOM.scrollIntoViewIfNeeded', { nodeId: found.nodeId })
  const { model } = await tools.send('DOM.getBoxModel', { nodeId: found.nodeId })
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

function findButton(node: DomNode, name: string): DomNode | undefined {
  const { attributes = [] } = node
  const pairs = new Map(attributes.flatMap((key, at) => (at % 2 === 0 ? [[key, attributes[at + 1]] as const] : [])))
  if (pairs.get('class') === name && pairs.get('aria-disabled') !== 'true' && !pairs.has('hidden')) return node
  for (const child of [...(node.shadowRoots ?? []), ...(node.children ?? [])]) {
    const found = findButton(child, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Presses Tab until what has the focus is called so, wherever it is. Waits until it is there and acts. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  try {
    const end = Date.now() + 20_000
    for (let press = 0; press < 40 || Date.now() < end; press++) {
      const focused = await findFocused(tools)
      if (!name.test(focused?.name?.value ?? '')) await page.keyboard.press('Tab')
      else if (!hasProperty(focused, 'disabled')) return
    }
    throw new Error(`Tab never came to ${name}.`)
  } finally {
    await tools.detach()
  }
}

interface AxNode {
  readonly name?: { readonly value?: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
}

async function findFocused(tools: CDPSession): Promise<AxNode | undefined> {
  const { nodes } = (await tools.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
  return nodes.findLast((node) => hasProperty(node, 'focused'))
}

function hasProperty(node: AxNode | undefined, property: string): boolean {
  return node?.properties?.some(({ name, value }) => name === property && value.value === true) ?? false
}

/** Returns the text of the panel, with spaces between its parts. */
export async function readPanel(page: Page): Promise<string> {
  const tools = await page.context().newCDPSession(page)
  try {
    const { root } = (await tools.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: TextNode }
    const host = findNamed(root, 'FW-APPROVAL')
    return (host === undefined ? '' : collectText(host)).replace(/\s+/g, ' ')
  } finally {
    await tools.detach()
  }
}

interface TextNode extends DomNode {
  readonly nodeName: string
  readonly nodeValue?: string
  readonly children?: readonly TextNode[]
  readonly shadowRoots?: readonly TextNode[]
}

function listChildren({ shadowRoots = [], children = [] }: TextNode): readonly TextNode[] {
  return [...shadowRoots, ...children]
}

function findNamed(node: TextNode, name: string): TextNode | undefined {
  if (node.nodeName === name) return node
  for (const child of listChildren(node)) {
    const found = findNamed(child, name)
    if (found !== undefined) return found
  }
  return undefined
}

function collectText(node: TextNode): string {
  return node.nodeName === '#text' ? (node.nodeValue ?? '') : listChildren(node).map(collectText).join(' ')
}
