/** A page as Markdown: when it is sent, and the reply. */
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { toWebBody } from '#wire/to-response.ts'
import { toMarkdown } from '../site/markdown.ts'

/**
 * Returns the reply in the requested form: Markdown if the client prefers it, and at the URL of a page's Markdown.
 *
 * @param twinOf Path of the page, if the request is for its Markdown.
 */
export function toRequestedForm(reply: FwReply, request: FwRequest, twinOf?: string): FwReply | Promise<FwReply> {
  if (twinOf !== undefined) return twinReply(reply, twinOf)
  return prefersMarkdown(request.header('accept')) ? markdownReply(reply) : reply
}

async function twinReply(reply: FwReply, twinOf: string): Promise<FwReply> {
  const markdown = await markdownReply(reply)
  if (markdown.status !== 200) return markdown
  // Search engines should list the page itself.
  return { ...markdown, headers: { ...markdown.headers, link: `<${twinOf}>; rel="canonical"` } }
}

/**
 * Whether an `Accept` header contains `text/markdown` and prefers no other type of a page. With equal weights, the
 * first type wins.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.toLowerCase().split(';')
    const weight = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    return { type: type.trim(), weight: weight === undefined ? 1 : Number(weight) }
  })
  const place = (type: string) => ranges.findIndex((range) => range.type === type)
  const markdown = place('text/markdown')
  const markdownWeight = ranges[markdown]?.weight ?? 0
  if (!(markdownWeight > 0)) return false
  const html = place('text/html')
  const htmlWeight = ranges[html]?.weight ?? ranges[place('text/*')]?.weight ?? ranges[place('*/*')]?.weight ?? 0
  return markdownWeight > htmlWeight || (markdownWeight === htmlWeight && (html === -1 || markdown < html))
}

/** Returns the reply with its document as Markdown. Replies without HTML stay unchanged. */
async function markdownReply(reply: FwReply): Promise<FwReply> {
  const { 'content-security-policy': _policy, 'content-length': _length, ...headers } = reply.headers
  if (!String(headers['content-type']).startsWith('text/html') || reply.body === null) return reply
  const body = await toMarkdown(await readText(reply.body))
  return { ...reply, headers: { ...headers, 'content-type': 'text/markdown; charset=utf-8' }, body }
}

async function readText(body: NonNullable<FwReply['body']>): Promise<string> {
  return typeof body === 'string' ? body : new Response(toWebBody(body)).text()
}
