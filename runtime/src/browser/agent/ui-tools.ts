/** The page itself as tools of an agent: read, click, fill and navigate. Refusals are in `refuse-element.ts`. */

import type { UiToolName } from '#contract/agent/ui-tools.ts'
import { FwError } from '#contract/http/error.ts'
import { rejectIfRefused } from '../calls/mark-document.ts'
import { settled } from '../calls/settled.ts'
import { readIslandMap } from '../islands/island-map.ts'
import { COLD } from '../islands/start-island.ts'
import { getAccessibleName, getRole, readTitle, short, UNSEEN } from './accessible-name.ts'
import { actAsAgent } from './agent-act.ts'
import { noteAgentUse } from './agent-fields.ts'
import { takeFormPosts } from './agent-forms.ts'
import { noteAgentRun } from './agent-runs.ts'
import { asAgent } from './as-agent.ts'
import { beginAct } from './begin-act.ts'
import { findElement } from './element-refs.ts'
import { fillField } from './fill-field.ts'
import { isShown } from './is-shown.ts'
import { describe, readLivePage } from './read-page.ts'
import { type ElementRefusal, parseUrl, refuseAddress, refuseClick, refuseElement } from './refuse-element.ts'
import { findSecret } from './secret-fields.ts'
import type { Wake } from './wake-tool.ts'
import { withFocus } from './watch-focus.ts'

/** Runs each tool with an input that matches its schema. */
export const RUN_UI_TOOL: Readonly<Record<UiToolName, (input: never, wake: Wake) => unknown>> = {
  ui_read_page: (input: { ref?: string }) => readLivePage(input.ref === undefined ? document.body : find(input.ref)),
  ui_get_view_context: viewContext,
  ui_click: (input: { ref: string }, wake) =>
    act(input.ref, wake, refuseClick, (element) => {
      for (const type of ['pointerdown', 'mousedown']) element.dispatchEvent(pointerEvent(type))
      withFocus(element, () => {
        for (const type of ['pointerup', 'mouseup', 'click']) element.dispatchEvent(pointerEvent(type))
      })
    }),
  ui_fill: (input: { ref: string; value?: string; checked?: boolean }, wake) =>
    act(input.ref, wake, refuseElement, (element) => fillField(element, input)),
  ui_navigate: navigateTo,
  ui_wait_settled: waitSettled,
}

function find(ref: string): Element {
  const element = findElement(ref)
  if (element === undefined)
    throw new FwError('not_found', { message: `${ref} is not in the page any more. Read it again with ui_read_page.` })
  return element
}

function refuse(refusal: ElementRefusal | undefined): void {
  if (refusal !== undefined) throw new FwError(refusal.code, { message: refusal.message })
}

/** Acts on an element that may be used, after its island has started. */
async function act(
  ref: string,
  wake: Wake,
  refusalOf: (element: Element) => ElementRefusal | undefined,
  run: (element: Element) => void,
): Promise<object> {
  const element = find(ref)
  refuse(refusalOf(element))
  beginAct()
  const cold = element.closest(COLD)
  if (cold !== null) await wake(cold)
  // The page has changed in the meantime.
  refuse(refusalOf(find(ref)))
  takeFormPosts()
  noteAgentUse(element)
  noteAgentRun()
  const proposals: unknown[] = []
  const hear = (event: Event) => {
    const { id, tool, state, message } = (event as CustomEvent).detail // dispatched by this runtime
    if (state === 'pending') proposals.push({ status: 'proposal', id, tool, message })
  }
  document.addEventListener('fw:proposal', hear)
  let thrown: unknown
  const use = () => {
    try {
      run(element)
    } catch (error) {
      thrown = error
    }
  }
  let refusal: unknown
  const isSettled = await rejectIfRefused(() => actAsAgent(use)).catch((error: unknown) => {
    refusal = error
    return true
  })
  document.removeEventListener('fw:proposal', hear)
  if (thrown !== undefined) throw thrown
  const forms = takeFormPosts()
  const refused = forms.find((form) => form.refused !== undefined)?.refused
  if (refused !== undefined) throw new FwError('forbidden', { message: refused })
  // A form has been sent before its next document was refused.
  if (refusal !== undefined && forms.length === 0) throw refusal
  return {
    settled: isSettled,
    url: location.href,
    ...(proposals.length > 0 && { proposals }),
    ...(forms.length > 0 && { forms }),
  }
}

function pointerEvent(type: string): Event {
  const init = { bubbles: true, cancelable: true, composed: true, view: window, button: 0, detail: 1 }
  return type.startsWith('pointer') ? new PointerEvent(type, { ...init, isPrimary: true }) : new MouseEvent(type, init)
}

async function navigateTo(input: { url: string }): Promise<object> {
  const url = parseUrl(input.url)
  const refused = refuseAddress(input.url)
  if (url === undefined) throw new FwError('invalid_input', { message: `"${input.url}" isn't a valid URL.` })
  if (refused !== undefined) throw new FwError('forbidden', { message: refused })
  const { navigate } = await import('../navigation/navigate.ts')
  noteAgentRun()
  // If the browser loads a new document, this one ends before the result.
  await Promise.race([
    asAgent(() => rejectIfRefused(() => navigate(url.href))),
    new Promise((resolve) => setTimeout(resolve, 2_000)),
  ])
  return { url: url.href }
}

async function waitSettled(input: { scope?: string; timeoutMs: number }): Promise<object> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, input.timeoutMs, false)
  })
  const isSettled = await Promise.race([settled(input.scope).then(() => true), late])
  clearTimeout(timer)
  return { settled: isSettled }
}

function viewContext(): object {
  const { documentElement: root, activeElement: active } = document
  const { n: names } = readIslandMap()
  // A draft in the copilot isn't for the agent until the user sends it.
  const isUnseen = active?.closest(UNSEEN) != null
  const role = active && active !== document.body && !isUnseen ? getRole(active) : undefined
  const isSecret = isUnseen || (active !== null && findSecret(active) !== undefined)
  const selected = isSecret ? '' : short(String(getSelection() ?? ''))
  return {
    url: location.href,
    title: readTitle(),
    lang: root.lang,
    view: { width: innerWidth, height: innerHeight, top: Math.round(scrollY), pageHeight: root.scrollHeight },
    ...(active && role && { focus: describe(active, role) }),
    ...(selected && { selected }),
    headings: [...document.querySelectorAll('h1, h2')]
      .filter((heading) => heading.closest(UNSEEN) === null && isShown(heading))
      .slice(0, 20)
      .map((heading) => getAccessibleName(heading, 'heading')),
    components: [...document.querySelectorAll('fw-island')].map((island) => ({
      id: island.getAttribute('i'),
      name: names[island.getAttribute('c') ?? ''],
      live: island.hasAttribute('ok'),
    })),
    // Only the exposed state of stores.
    stores: { ...window.fw?.stores },
  }
}
