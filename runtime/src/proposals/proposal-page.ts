/**
 * The page on which a user resolves proposals. It has no script, so it works wherever forms work and offers nothing
 * to call. Everything about a call comes from the stored record; titles and descriptions of tools are the
 * developer's. `data-fw-approval` marks the content that the page tools of an agent refuse to use.
 */

import { countParts } from '#contract/agent/count-parts.ts'
import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { Reader } from '#contract/approval/format-scalar.ts'
import { describeCall, type ToolDescription } from '#contract/approval/shown-call.ts'
import { DEPTH_MAX, describeValue, type ShownValue } from '#contract/approval/shown-value.ts'
import { APPROVE_PATH, PROPOSALS_PATH, REJECT_PATH } from '#contract/http/path.ts'
import { escapeHtml } from '#wire/html.ts'
import { type CreateToken, renderDecisionFields } from './decision-token.ts'
import { STYLE } from './page-style.ts'
import type { ProposalList } from './proposal-registry.ts'
import { type FilledForm, questionForm } from './question-form.ts'
import { valueView, visibleText } from './value-view.ts'

export interface PageContext {
  /** Name of the app. */
  readonly app: string
  /** Language of the app's own texts; the framework's texts are English. */
  readonly lang: string
  readonly now: number
  readonly reader: Reader
  /** Creates the tokens of the forms for this user. */
  readonly createToken: CreateToken
  /** Returns the description of the proposal's tool, or `undefined` if the app no longer has it. */
  readonly describeTool: (proposal: Proposal) => ToolDescription | undefined
}

/**
 * Limits for an input in the list. A larger one is shown on its own page only, because users must see everything that
 * they approve.
 */
const LISTED_PARTS = 60
const LISTED_LENGTH = 4_000

/**
 * Renders a page of the list.
 *
 * @param known Whether the app can identify the user.
 */
export function listPage({ proposals, first, count, next }: ProposalList, facts: PageContext, known: boolean): string {
  const title = count === 0 ? 'No pending approvals' : 'Waiting for your approval'
  const emptyText = known
    ? 'Calls of agents that need your approval are shown here until they expire.'
    : 'You are not signed in. Sign in, then open this page again.'
  // The server of a question has run a part of its call.
  const isAsked = proposals.some(({ question }) => question !== undefined)
  const lead =
    count === 0
      ? emptyText
      : count === 1
        ? `One call is pending.${isAsked ? '' : ' It has not run yet.'}`
        : `${count} calls are pending.${isAsked ? '' : ' None of them has run yet.'}`
  const cards = proposals.map((proposal, index) => renderPendingCard(proposal, facts, { index: first + index, count }))
  const more =
    next === undefined
      ? ''
      : `<p><a href="${PROPOSALS_PATH}?from=${encodeURIComponent(next)}">Show more pending calls</a></p>`
  return page(title, facts, `<h1>${title}</h1><p>${lead}</p>${cards.join('')}${more}${first > 0 ? BACK : ''}`)
}

/**
 * Renders one proposal: the call while it is pending, its outcome afterwards. `undefined` means that this user can
 * see no such proposal.
 *
 * @param filled The form that the user has sent, with what is wrong in it.
 */
export function proposalPage(proposal: Proposal | undefined, facts: PageContext, filled?: FilledForm): string {
  if (proposal === undefined) {
    const text = 'This proposal does not exist, has expired, or belongs to another user.'
    return page('Proposal not found', facts, `<h1>Proposal not found</h1><p>${text}</p>${BACK}`)
  }
  if (proposal.state === 'pending') {
    const { question } = proposal
    const fields = renderDecisionFields(proposal.id, facts.createToken)
    const title = question === undefined ? 'Waiting for your approval' : 'Waiting for your response'
    const below =
      question === undefined
        ? actions(fields, proposal.tool)
        : questionForm(fields, question, filled) + button(REJECT_PATH, fields, 'Decline', proposal.tool)
    return page(title, facts, `<h1>${title}</h1>${callCard(proposal, facts, below)}${BACK}`)
  }
  const { title, text, outcome } = describeEnd(proposal)
  const schema = facts.describeTool(proposal)?.output
  const shown =
    outcome?.ok && outcome.result !== undefined && outcome.next === undefined
      ? renderTitled('h2', 'Result', describeValue(outcome.result, schema, facts.reader))
      : ''
  const failed = outcome?.ok === false ? `<div class="value">${visibleText(outcome.error)}</div>` : ''
  const next = outcome?.next === undefined ? '' : `<p>${proposalLink(outcome.next, 'Read the question')}</p>`
  const body = `<h1>${title}</h1><div class="notice"><p>${text}</p>${next}${shown}${failed}</div>${callCard(withoutInput(proposal), facts, NO_INPUT)}${BACK}`
  return page(`${title}: ${proposal.tool}`, facts, body)
}

/** Renders the reason why nothing could be shown or resolved. */
export function failurePage(text: string, facts: PageContext): string {
  const title = 'This did not work'
  return page(title, facts, `<h1>${title}</h1><div class="notice"><p>${visibleText(text)}</p></div>${BACK}`)
}

const BACK = `<p><a href="${PROPOSALS_PATH}">All pending approvals</a></p>`

function page(title: string, { app }: PageContext, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} – ${app}`)}</title><style>${STYLE}</style>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><header><p class="app">${escapeHtml(app)}</p></header><main data-fw-approval>${body}</main></body></html>`
}

interface End {
  readonly title: string
  readonly text: string
  readonly outcome?: ProposalOutcome
}

/** Describes the outcome of a proposal that was resolved or has expired. */
function describeEnd({ state, result, isQuestion }: Proposal): End {
  if (state === 'rejected')
    return { title: 'Rejected', text: 'A user rejected the call. It did not run and never will.' }
  if (state === 'expired' && isQuestion)
    return { title: 'Expired', text: 'No user responded in time, so the call was cancelled.' }
  if (state === 'expired')
    return {
      title: 'Expired',
      text: 'The call was not approved in time, or newer calls replaced it. It did not run and never will.',
    }
  // Written by the registry.
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
  const { response } = outcome
  const decision = response === undefined ? 'Approved' : response === 'accept' ? 'Response sent' : 'Declined'
  if (outcome.next !== undefined)
    return { title: decision, text: 'The server of the tool asks a question before the call can end.', outcome }
  if (!outcome.ok)
    return { title: `${decision}, but it failed`, text: 'The call failed. It is not tried again.', outcome }
  return { title: decision, text: response === undefined ? 'The call has run, once.' : 'The call has ended.', outcome }
}

interface Place {
  readonly index: number
  readonly count: number
}

/** Renders a pending call of the list. A long one, and one with a question, have a page of their own. */
function renderPendingCard(proposal: Proposal, facts: PageContext, { index, count }: Place): string {
  const { id, tool, input, question } = proposal
  const name = `${tool}${count === 1 ? '' : ` (${index + 1} of ${count})`}`
  if (question !== undefined) {
    const link = proposalLink(id, 'Read the question', name)
    return callCard(withoutInput(proposal), facts, `<p>Its server asks you a question. ${link}.</p>`)
  }
  if (isShort(input)) return callCard(proposal, facts, actions(renderDecisionFields(id, facts.createToken), name))
  const link = proposalLink(id, 'Show the full call', name)
  return callCard(withoutInput(proposal), facts, `<p>This call is long. ${link}, then decide.</p>`)
}

/** @param call Name of the call, for those who don't see where the link is. */
function proposalLink(id: string, text: string, call?: string): string {
  const hidden = call === undefined ? '' : `<span class="hidden">, ${escapeHtml(call)}</span>`
  return `<a href="${PROPOSALS_PATH}?id=${encodeURIComponent(id)}">${text}${hidden}</a>`
}

function isShort(input: unknown): boolean {
  return countParts(input, LISTED_PARTS, DEPTH_MAX) <= LISTED_PARTS && JSON.stringify(input).length <= LISTED_LENGTH
}

function withoutInput({ input: _input, ...rest }: Proposal): Proposal {
  return rest
}

/** Renders which call it is, what it does, who made it and when, and its input if there is one, followed by `below`. */
function callCard(proposal: Proposal, facts: PageContext, below: string): string {
  const { id, tool, createdAt, expiresAt, state } = proposal
  const text = facts.describeTool(proposal)
  const shown = describeCall(proposal, text, facts.reader)
  const inAppLanguage = (part: string, tag: string) =>
    `<${tag} lang="${escapeHtml(facts.lang)}">${escapeHtml(part)}</${tag}>`
  const title = shown.title === undefined ? '' : `${inAppLanguage(shown.title, 'span')} `
  const about = shown.description === undefined ? '' : inAppLanguage(shown.description, 'p')
  const effect = escapeHtml(shown.effect)
  const isPending = state === 'pending'
  const rows = [
    // An effect of a tool that the app no longer has is a warning before the decision.
    ...(text !== undefined || isPending
      ? [['Effect', text === undefined ? `<strong>${effect}</strong>` : effect]]
      : []),
    ['Requested by', escapeHtml(shown.requester)],
    ['Requested', timeView(createdAt, facts.now)],
    ...(isPending ? [['Expires', timeView(expiresAt, facts.now)]] : []),
    ['Proposal', `<code>${escapeHtml(id)}</code>`],
  ]
  const list = rows.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')
  const heading = `<h2 id="c-${escapeHtml(id)}">${title}<code>${escapeHtml(tool)}</code></h2>`
  const input = 'input' in proposal ? renderTitled('h3', 'Input', shown.input) : ''
  return `<article aria-labelledby="c-${escapeHtml(id)}">${heading}${about}<dl class="facts">${list}</dl>${input}${below}</article>`
}

const NO_INPUT = '<p class="about">The input is deleted once a call is approved, rejected or expired.</p>'

function renderTitled(level: 'h2' | 'h3', title: string, value: ShownValue): string {
  return `<${level}>${title}</${level}><div class="value">${valueView(value)}</div>`
}

/** @param fields The hidden fields of each form. */
function actions(fields: string, name: string): string {
  // The keys of a person who was writing when the page came reach the first button.
  return `<div class="actions">${button(REJECT_PATH, fields, 'Reject', name)}${button(APPROVE_PATH, fields, 'Approve', name)}</div>`
}

function button(action: string, fields: string, label: string, name: string): string {
  const hidden = `<span class="hidden"> ${escapeHtml(name)}</span>`
  return `<form method="post" action="${action}">${fields}<button type="submit" class="${label.toLowerCase()}">${label}${hidden}</button></form>`
}

/**
 * Renders a time such as `2026-11-21 06:51 UTC, in 9 minutes`. It is in UTC, because without a script the page can't
 * know the user's time zone.
 */
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
