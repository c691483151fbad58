/**
 * The page on which a person settles proposals. No script: it works wherever a form does, and nothing on it can be called.
 * Everything about a call comes from the stored record; texts of tools are the developer's. `data-fw-approval` marks what
 * the tools of an agent in a page refuse to touch.
 */
import type { JsonSchema } from '#contract/json-schema.ts'
import { APPROVE_PATH, PROPOSALS_PATH, REJECT_PATH } from '#contract/path.ts'
import type { Proposal, ProposalOutcome } from '#contract/proposal.ts'
import { escapeHtml } from '#wire/html.ts'
import { STYLE } from './page-style.ts'
import { countParts, valueView, visibleText } from './value-view.ts'

/** What the app says today about a tool. */
export interface ToolText {
  readonly title?: string
  readonly description: string
  readonly input: JsonSchema
}

export interface PageFacts {
  /** Name of the app. */
  readonly app: string
  /** Language of the app's own texts; ours are English. */
  readonly lang: string
  readonly now: number
  /** Undefined for a tool that the app no longer has. */
  readonly toolOf: (name: string) => ToolText | undefined
}

/** In a list, a larger input is summed up, and settled on its own page only: nobody should approve what is not shown. */
const LISTED_PARTS = 60
const LISTED_LENGTH = 4_000

/** The list. `known`: whether the app knows who is asking. */
export function listPage(proposals: readonly Proposal[], facts: PageFacts, known: boolean): string {
  const count = proposals.length
  const title = count === 0 ? 'Nothing waits for you' : 'Waiting for your approval'
  const none = known
    ? 'When an agent asks for something that only a person may decide, it is shown here until it expires.'
    : 'This app does not know who you are. Sign in, then open this page again.'
  const lead =
    count === 0
      ? none
      : count === 1
        ? 'One call waits. It has not run yet.'
        : `${count} calls wait. None of them has run yet.`
  const cards = proposals.map((proposal, index) => renderPendingCard(proposal, facts, { index, count }))
  return page(title, facts, `<h1>${title}</h1><p>${lead}</p>${cards.join('')}`)
}

/** One proposal: what is asked while it is pending, what happened afterwards. Undefined: there is none for this caller. */
export function proposalPage(proposal: Proposal | undefined, facts: PageFacts): string {
  if (proposal === undefined) {
    const text = 'There is no proposal here that you may see. It may have expired, or belong to somebody else.'
    return page('No such proposal', facts, `<h1>No such proposal</h1><p>${text}</p>${BACK}`)
  }
  if (proposal.state === 'pending') {
    const card = renderPendingCard(proposal, facts, undefined)
    return page('Waiting for your approval', facts, `<h1>Waiting for your approval</h1>${card}${BACK}`)
  }
  const { title, text, outcome } = describeEnd(proposal)
  const shown =
    outcome?.ok && outcome.result !== undefined ? renderTitled('h2', 'Result', valueView(outcome.result)) : ''
  const failed = outcome?.ok === false ? `<div class="value">${visibleText(outcome.error)}</div>` : ''
  const body = `<h1>${title}</h1><div class="notice"><p>${text}</p>${shown}${failed}</div>${callCard(proposal, facts, NO_INPUT)}${BACK}`
  return page(`${title}: ${proposal.tool}`, facts, body)
}

/** Why nothing could be shown or decided. */
export function failurePage(text: string, facts: PageFacts): string {
  const title = 'This did not work'
  return page(title, facts, `<h1>${title}</h1><div class="notice"><p>${visibleText(text)}</p></div>${BACK}`)
}

const BACK = `<p><a href="${PROPOSALS_PATH}">Everything that waits for you</a></p>`

function page(title: string, { app }: PageFacts, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} – ${app}`)}</title><style>${STYLE}</style>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><header><p class="app">${escapeHtml(app)}</p></header><main data-fw-approval>${body}</main></body></html>`
}

interface End {
  readonly title: string
  readonly text: string
  readonly outcome?: ProposalOutcome
}

/** What became of a proposal that no longer waits. */
function describeEnd({ state, result }: Proposal): End {
  if (state === 'rejected') return { title: 'Rejected', text: 'A person said no. The call did not run and never will.' }
  if (state === 'expired')
    return {
      title: 'Expired',
      text: 'Nobody decided in time, or newer calls took its place. The call did not run and never will.',
    }
  // Written by the vault.
  const outcome = result as ProposalOutcome | undefined
  if (outcome === undefined) {
    const text =
      'The call was started and has not reported back yet. Reload this page to see its result. The call is never started a second time.'
    return { title: 'Approved', text }
  }
  if (!outcome.ok && outcome.code === 'interrupted') {
    const text =
      'The call was approved and started, and the server stopped before the call had ended. Check what the call has changed before you ask for it again. It is never started a second time.'
    return { title: 'Interrupted, outcome unknown', text }
  }
  if (outcome.ok) return { title: 'Approved', text: 'The call has run, once.', outcome }
  return { title: 'Approved, but it failed', text: 'The call failed. It is not tried again.', outcome }
}

interface Place {
  readonly index: number
  readonly count: number
}

function renderPendingCard(proposal: Proposal, facts: PageFacts, place: Place | undefined): string {
  const name = `${proposal.tool}${place === undefined || place.count === 1 ? '' : ` (${place.index + 1} of ${place.count})`}`
  if (place === undefined || isShort(proposal.input))
    return callCard(proposal, facts, inputView(proposal, facts) + actions(proposal.id, name))
  const link = `<a href="${PROPOSALS_PATH}?id=${encodeURIComponent(proposal.id)}">Read all of it<span class="hidden">, ${escapeHtml(name)}</span></a>`
  return callCard(proposal, facts, `<p>This call is long. ${link}, then decide.</p>`)
}

function isShort(input: unknown): boolean {
  return countParts(input, LISTED_PARTS) <= LISTED_PARTS && JSON.stringify(input).length <= LISTED_LENGTH
}

/** Which call it is, who asked for it and when; then whatever belongs below. */
function callCard(proposal: Proposal, facts: PageFacts, below: string): string {
  const { id, tool, agent, createdAt, expiresAt, state } = proposal
  const text = facts.toolOf(tool)
  const inAppLanguage = (part: string, tag: string) =>
    `<${tag} lang="${escapeHtml(facts.lang)}">${escapeHtml(part)}</${tag}>`
  const title = text?.title === undefined ? '' : `${inAppLanguage(text.title, 'span')} `
  const gone = '<p><strong>This app no longer has this tool: approving the call would fail.</strong></p>'
  const about = text === undefined ? gone : text.description === '' ? '' : inAppLanguage(text.description, 'p')
  const rows = [
    ['Asked by', agent === undefined ? NO_KEY : `The agent with the verified key <code>${escapeHtml(agent)}</code>`],
    ['Asked', timeView(createdAt, facts.now)],
    ...(state === 'pending' ? [['Expires', timeView(expiresAt, facts.now)]] : []),
    ['Proposal', `<code>${escapeHtml(id)}</code>`],
  ]
  const list = rows.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')
  const heading = `<h2 id="c-${escapeHtml(id)}">${title}<code>${escapeHtml(tool)}</code></h2>`
  return `<article aria-labelledby="c-${escapeHtml(id)}">${heading}${about}<dl class="facts">${list}</dl>${below}</article>`
}

const NO_INPUT = '<p class="about">The input is deleted once a call is approved, rejected or expired.</p>'

const NO_KEY = 'An agent without a verified signature'

function inputView({ input, tool }: Proposal, facts: PageFacts): string {
  return renderTitled('h3', 'Input', valueView(input, facts.toolOf(tool)?.input))
}

function renderTitled(level: 'h2' | 'h3', title: string, view: string): string {
  return `<${level}>${title}</${level}><div class="value">${view}</div>`
}

function actions(id: string, name: string): string {
  return `<div class="actions">${button(APPROVE_PATH, id, 'Approve', name)}${button(REJECT_PATH, id, 'Reject', name)}</div>`
}

function button(action: string, id: string, label: string, name: string): string {
  const hidden = `<span class="hidden"> ${escapeHtml(name)}</span>`
  return `<form method="post" action="${action}"><input type="hidden" name="id" value="${escapeHtml(id)}"><button type="submit" class="${label.toLowerCase()}">${label}${hidden}</button></form>`
}

/** `2026-11-21 06:51 UTC, in 9 minutes`: there is no script here that could know the reader's time zone. */
function timeView(at: number, now: number): string {
  const iso = new Date(at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>, ${distance(at - now)}`
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

function distance(ms: number): string {
  const size = Math.abs(ms)
  const [unit, length] = UNITS.find(([, length]) => size >= length) ?? ['second', 1_000]
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.trunc(ms / length), unit)
}
