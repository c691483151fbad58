/**
 * A form that the browser's own agent filled in (declarative WebMCP): posted with its origin, so that a guard asks a person,
 * and answered to the agent. Loaded by the first such form.
 */
import { agentHeaders } from '../post-json.ts'

/** What the server answers: the result, the call that waits for a person, or what is wrong with which field. */
export async function sendForAgent(form: HTMLFormElement, data: FormData): Promise<unknown> {
  const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams([...data].map(textEntry))
  const headers = { ...agentHeaders(), accept: 'application/json' }
  const response = await fetch(location.href, { method: 'POST', headers, body })
  return response.json()
}

/** A browser sends the names of files where it sends no files. */
export function textEntry([name, value]: [string, FormDataEntryValue]): [string, string] {
  return [name, typeof value === 'string' ? value : value.name]
}
