/** Forms that an agent submits: posted with its origin, which a browser's own submission could not say. */
import { currentOrigin, track } from './activity.ts'
import { textEntry } from './forms/send-for-agent.ts'
import { agentHeaders } from './post-json.ts'
import { addressOf, refuseAddress } from './refuse-element.ts'

/** What became of a form. */
export interface FormPost {
  readonly url: string
  /** HTTP status. */
  readonly status?: number
  readonly refused?: string
}

const posts: FormPost[] = []
let isListening = false

/** From now on the forms that agents submit come here, unless the page's own code takes them. */
export function catchAgentForms(): void {
  if (isListening) return
  isListening = true
  addEventListener('submit', catchForm)
}

/** What came of forms since this was last asked. */
export function takeFormPosts(): readonly FormPost[] {
  return posts.splice(0)
}

function catchForm(event: SubmitEvent): void {
  const form = event.target
  if (event.defaultPrevented || currentOrigin() === 'human' || !(form instanceof HTMLFormElement)) return
  const { submitter } = event
  const attribute = (name: 'method' | 'action' | 'enctype') =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const action = attribute('action') || location.href
  const url = addressOf(action)?.href ?? action
  const method = attribute('method').toLowerCase()
  if (method === 'dialog') return
  const refused = refuseAddress(url)
  // A form that only asks for a page is a link with questions.
  if (refused === undefined && method !== 'post') return
  event.preventDefault()
  if (refused !== undefined) posts.push({ url, refused })
  else void track(post(url, new FormData(form, submitter), attribute('enctype').toLowerCase()))
}

async function post(url: string, data: FormData, enctype: string): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...agentHeaders(), accept: 'text/html' },
      body: enctype === 'multipart/form-data' ? data : new URLSearchParams([...data].map(textEntry)),
    })
    posts.push({ url: response.url, status: response.status })
    if (response.redirected && new URL(response.url).origin === location.origin) location.assign(response.url)
  } catch {
    posts.push({ url, status: 0 })
  }
}
