/** Determines whether a request counts as an agent's. */
import type { Origin } from '#contract/api.ts'
import { HOLDS_DATA_HEADER, ORIGIN_HEADER, TAINTED_HEADER } from '#contract/http/path.ts'
import { FORM_COOKIE } from '#contract/page/form.ts'
import { readCookies } from '#wire/cookie.ts'
import type { SiteEvidence } from './cross-site.ts'

/**
 * Returns `agent` if the origin header lists any value except `human`, so that a mistake such as `agent;q=1` makes calls
 * stricter, or if the request has a signature: even an invalid one shows that no user in a browser is calling.
 */
export function getOrigin(request: Pick<SiteEvidence, 'header'>): Origin {
  const listed = request.header(ORIGIN_HEADER)
  if (listed !== undefined && !listsOnlyHuman(listed)) return 'agent'
  return request.header('signature') === undefined && request.header('signature-input') === undefined
    ? 'human'
    : 'agent'
}

/** Whether the caller reports that it has read untrusted content. */
export function isTaintedRequest(request: Pick<SiteEvidence, 'header'>): boolean {
  return isSet(request.header(TAINTED_HEADER))
}

/** Whether the caller reports that its conversation has contained data. */
export function reportsData(request: Pick<SiteEvidence, 'header'>): boolean {
  return isSet(request.header(HOLDS_DATA_HEADER))
}

/** Any value except `0` counts, so that a mistake makes calls stricter. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '0'
}

/** Whether the request declares that a person has caused it. Markup can't send the header, so a script in a page does. */
export function declaresHuman(request: Pick<SiteEvidence, 'header'>): boolean {
  const listed = request.header(ORIGIN_HEADER) ?? ''
  return listed.trim() !== '' && listsOnlyHuman(listed)
}

function listsOnlyHuman(header: string): boolean {
  return header.split(',').every((part) => ['', 'human'].includes(part.trim().toLowerCase()))
}

/**
 * Returns the mark of a form that a browser without the Navigation API sends for an agent: such a form has no headers of its
 * own, and middleware runs before its fields are read.
 */
export function readFormMark(request: Pick<SiteEvidence, 'header'>): 'agent' | 'tainted' | undefined {
  const marks = readCookies(request.header('cookie'), FORM_COOKIE)
  if (marks.length === 0) return undefined
  // A page or another domain may have set further cookies of this name, in front of the agent's.
  return marks.includes('tainted') ? 'tainted' : 'agent'
}
