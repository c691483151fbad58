/** Describes the calls that a turn of a channel has left pending, for the person who reads the reply. */
import type { PendingApproval } from '#contract/agent/proposal.ts'
import { formatCount } from '#contract/format-count.ts'

/** Characters of all calls that are described in full; the platforms limit the length of a message. */
const FULL_LENGTH = 1_500
/** Calls of which each has a line of its own. */
const LISTED_MAX = 10

/** Returns an empty string if nothing is pending. Each call that is listed has the URL at which a person decides. */
export function describePending(approvals: readonly PendingApproval[]): string {
  if (approvals.length === 0) return ''
  let length = 0
  const parts = approvals.slice(0, LISTED_MAX).map(({ text, tool, approveAt }, index) => {
    length += text.length
    return index === 0 || length <= FULL_LENGTH ? text : `${tool ?? 'Another call'}: ${approveAt}`
  })
  const more = approvals.length - parts.length
  const rest = more > 0 ? [`… and ${formatCount(more, 'more call')}, on the page of approvals.`] : []
  return ['Waiting for approval:', [...parts, ...rest].join('\n\n')].join('\n')
}
