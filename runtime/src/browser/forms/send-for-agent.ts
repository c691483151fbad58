/**
 * A form that the browser's own agent filled in (declarative WebMCP). It is posted with agent origin, so that a guard
 * asks the user, and the result is returned to the agent. Loaded by the first such form.
 */
import { announceSent } from '../calls/activity.ts'
import { agentHeaders } from '../calls/post-json.ts'
import { textEntry } from './form-parts.ts'

/** Returns the server's response: the result, the pending call, or the errors of the fields. */
export async function sendForAgent(data: FormData, isMultipart: boolean): Promise<unknown> {
  const body = isMultipart ? data : new URLSearchParams([...data].map(textEntry))
  const headers = { ...agentHeaders(), accept: 'application/json' }
  const response = await fetch(location.href, { method: 'POST', headers, body }).finally(announceSent)
  return response.json()
}
