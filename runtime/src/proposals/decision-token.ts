/**
 * Tokens of the forms of the approval page. Only this page prints them, so a form that a user has written into other content of the
 * app, with the id of a pending call, decides nothing.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { escapeHtml } from '#wire/html.ts'

/** Creates the token of a proposal for the caller of the page. */
export type CreateToken = (id: string) => string

const ID_FIELD = 'id'
const TOKEN_FIELD = 'token'

/** @param subject The caller. Callers without any identity have the same tokens. */
export function createDecisionToken(key: Buffer, id: string, subject: string | undefined): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['decision', id, subject ?? null]))
    .digest('base64url')
}

/** Whether the approval page has printed this form for this caller. */
export function hasDecisionToken(form: URLSearchParams, key: Buffer, subject: string | undefined): boolean {
  const expected = Buffer.from(createDecisionToken(key, readDecisionId(form), subject))
  const sent = Buffer.from(form.get(TOKEN_FIELD) ?? '')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** Returns the id of the proposal in a sent form. */
export function readDecisionId(form: URLSearchParams): string {
  return form.get(ID_FIELD) ?? ''
}

/** Renders the hidden fields of a form that decides about a proposal. */
export function renderDecisionFields(id: string, createToken: CreateToken): string {
  const fields = { [ID_FIELD]: id, [TOKEN_FIELD]: createToken(id) }
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
}
