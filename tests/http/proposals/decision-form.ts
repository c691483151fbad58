/** The forms of the approval page, as a browser sends them. */
import type { Client } from '../transports.ts'

/** Returns the hidden fields of the form of a proposal on the page that this caller opens; without an open form, only the id. */
export async function readDecisionForm(
  client: Pick<Client, 'request'>,
  id: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const page = await client.request(`/_fw/proposals?id=${id}`, { headers: { ...headers, accept: 'text/html' } })
  const hidden = (await page.text()).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return { id, ...Object.fromEntries(Array.from(hidden, ([, name, value]) => [name, value])) }
}

/** The same as a body. */
export async function writeDecisionForm(...args: Parameters<typeof readDecisionForm>): Promise<string> {
  return new URLSearchParams(await readDecisionForm(...args)).toString()
}
