/** The page on which a person settles proposals: no script, and only stored facts, escaped. */

import { APPROVE_PATH, REJECT_PATH } from '#contract/path.ts'
import type { Proposal } from '#contract/proposal.ts'
import { escapeHtml } from '#wire/html.ts'
import { visibleJson } from './record.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 42rem; padding: 1.5rem }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; margin: 1rem 0; padding: 1rem }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere }
pre { background: color-mix(in srgb, currentColor 8%, transparent); border-radius: .5rem; overflow-x: auto; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere }
form { display: inline-block; margin-right: .5rem }
button { border: 1px solid currentColor; border-radius: .5rem; cursor: pointer; font: inherit; min-height: 2.75rem; padding: .25rem 1.25rem; background: none; color: inherit }
button.approve { background: #14532d; border-color: #14532d; color: #fff }
`

/** A whole document. */
export function proposalsPage(proposals: readonly Proposal[], lang: string): string {
  const body =
    proposals.length === 0 ? '<p>Nothing is waiting for your approval.</p>' : proposals.map(proposalCard).join('')
  return `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Waiting for approval</title><style>${STYLE}</style></head><body><main><h1>Waiting for approval</h1>${body}</main></body></html>`
}

function proposalCard(proposal: Proposal): string {
  const { id, tool, input, agent, createdAt, expiresAt } = proposal
  const from = agent === undefined ? 'An agent' : `The agent ${agent}`
  return `<article><h2>${escapeHtml(tool)}</h2><p>${escapeHtml(from)} asked for this on ${time(createdAt)}. It expires on ${time(expiresAt)}.</p><pre>${escapeHtml(visibleJson(input, 2))}</pre>${button(APPROVE_PATH, id, 'Approve', 'approve')}${button(REJECT_PATH, id, 'Reject', 'reject')}</article>`
}

function time(at: number): string {
  const iso = new Date(at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

function button(action: string, id: string, label: string, kind: string): string {
  return `<form method="post" action="${action}"><input type="hidden" name="id" value="${escapeHtml(id)}"><button class="${kind}">${label}</button></form>`
}
