/** Calls the tools of the running `fw dev` of an app, from another process on this machine. */
import { existsSync, readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { FwError, isRecord } from '@fw/runtime/contract'
import { checkDevAddress, readDevAddress } from '../dev-address.ts'
import { DEV_ID_HEADER, DEV_MCP_PATH } from './mcp-endpoint.ts'

/** Returns the result of a tool; `undefined` if no `fw dev` of the app at `root` runs. Throws `FwError` for a failed call. */
export async function callRunning(
  root: string,
  tool: string,
  input: unknown,
  signal: AbortSignal,
): Promise<object | undefined> {
  const address = readDevAddress(root)
  if (address === undefined) return undefined
  checkDevAddress(root, address)
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }
  const reply = await post({ ...address, root, body: JSON.stringify(message), signal })
  // Its file is stale, and nothing or another program listens on its port.
  if (reply === undefined || !isRecord(reply) || !('result' in reply || 'error' in reply)) return undefined
  const { result, error } = reply
  if (!isRecord(result)) throw createError(isRecord(error) ? String(error.message) : 'The call failed.')
  if (result.isError === true) throw createError(readMessage(result))
  return isRecord(result.structuredContent) ? result.structuredContent : {}
}

function createError(message: string): FwError {
  return new FwError('tool_failed', { status: 500, message })
}

function readMessage({ content }: Readonly<Record<string, unknown>>): string {
  const [first] = Array.isArray(content) ? content : []
  return isRecord(first) ? String(first.text) : 'The call failed.'
}

interface Message {
  readonly url: string
  readonly id: string
  readonly root: string
  readonly body: string
  readonly signal: AbortSignal
}

/** Returns the parsed reply; `undefined` if nothing listens, or if it isn't the `fw dev` that is meant. */
async function post({ url, id, root, body, signal }: Message): Promise<unknown> {
  const target = new URL(DEV_MCP_PATH, url)
  const certificate = `${root}/.fw/data/https-cert.pem`
  const options = {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', [DEV_ID_HEADER]: id },
    ...(target.protocol === 'https:' && existsSync(certificate) && { ca: readFileSync(certificate) }),
  }
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const response = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const request = send(target, options, resolve)
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(createError(`"fw dev" does not respond: ${error.message}`))
    })
    request.end(body)
  })
  if (response === undefined) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  if (response.statusCode !== 200) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
