/** `resources/list`, `resources/templates/list` and `resources/read`. */

import type { McpContents } from '#contract/agent/mcp.ts'
import type { Ctx } from '#contract/api.ts'
import { INVALID_PARAMS, rpcError } from '#wire/json-rpc.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { createSlice, listAfterCursor, PAGE_SIZE, type Slice } from './paginate.ts'
import { okCacheable, refuseParams } from './reply.ts'
import {
  isTemplate,
  type ListedResource,
  listResources,
  listTemplates,
  ownResources,
  pageUri,
  proposalUri,
  storeUri,
} from './resource-list.ts'
import { listSkillFiles } from './skill-files.ts'
import { parseUriTemplate } from './uri-template.ts'

/** Error code of 2025 for a URI without a resource. Since 2026-07-28 it is an invalid parameter. */
export const LEGACY_NOT_FOUND = -32002

/** Error of a method whose params have no `uri`. */
export const NEEDS_URI = 'The member "uri" of params must be a string.'

export function resourceMethods(app: McpApp): readonly (readonly [string, McpMethod])[] {
  return [
    ['resources/list', (request, call) => list(app, request, call)],
    [
      'resources/templates/list',
      async (request, call) => {
        const templates = await listTemplates(app, await call.ctx(), await call.pages())
        return replyWithList(app, request, 'resourceTemplates', templates, byTemplate)
      },
    ],
    ['resources/read', async (request, call) => read(app, request, call)],
  ]
}

const byUri = ({ uri }: { readonly uri: string }) => uri
const byEntryUri = ({ result }: { readonly result: ListedResource }) => result.uri
const byTemplate = ({ uriTemplate }: { readonly uriTemplate: string }) => uriTemplate

/** Returns one page of a sorted list, under the member name of its method. */
export function replyWithList<Entry>(
  app: McpApp,
  request: McpRequest,
  name: string,
  sorted: readonly Entry[],
  keyOf: (entry: Entry) => string,
): McpReply {
  const rest = listAfterCursor(sorted, keyOf, request.params.cursor)
  if (rest === undefined) return refuseParams(request, 'Invalid cursor')
  return replyWithSlice(app, request, name, createSlice(rest, keyOf, getPageSize(app)))
}

function replyWithSlice<Entry>(
  { server }: McpApp,
  request: McpRequest,
  name: string,
  { entries, ...next }: Slice<Entry>,
): McpReply {
  return okCacheable(request, { [name]: entries, ...next }, server)
}

function getPageSize({ options }: McpApp): number {
  return options.pageSize ?? PAGE_SIZE
}

/** Checks only the pages of the requested part of the list, because the middleware runs for each. */
async function list(app: McpApp, request: McpRequest, call: McpCall): Promise<McpReply> {
  const ctx = await call.ctx()
  const pages = await call.pages()
  const sorted = listResources(app, ctx, { pages, stores: await call.stores(ctx) })
  const rest = listAfterCursor(sorted, byEntryUri, request.params.cursor)
  if (rest === undefined) return refuseParams(request, 'Invalid cursor')
  const size = getPageSize(app)
  const readable: ListedResource[] = []
  for await (const resource of pages.select(rest, (entry) => entry)) if (readable.push(resource) > size) break
  return replyWithSlice(app, request, 'resources', createSlice(readable, byUri, size))
}

interface Content {
  readonly uri: string
  readonly mimeType: string
  readonly text?: string
  readonly blob?: string
}

async function read(app: McpApp, request: McpRequest, call: McpCall): Promise<McpReply> {
  const ctx = await call.ctx()
  const { uri } = request.params
  if (typeof uri !== 'string') return refuseParams(request, NEEDS_URI)
  const content = await readResource(app, uri, ctx, call)
  if (content !== undefined) return okCacheable(request, { contents: [content] }, app.server)
  const code = request.era === 'modern' ? INVALID_PARAMS : LEGACY_NOT_FOUND
  return { status: 200, body: rpcError(request.id, code, 'Resource not found', { uri }) }
}

/** Returns the content of a resource; `undefined` if this caller can read none. */
export async function readResource(
  app: McpApp,
  uri: string,
  ctx: Ctx,
  call: Pick<McpCall, 'readPage' | 'stores'>,
): Promise<Content | undefined> {
  return (await readOwn(app, uri, ctx)) ?? (await readBuiltIn(app, uri, ctx, call))
}

/** Reads one of the app's own resources. They come first, because an app may add to a built-in one. */
async function readOwn(app: McpApp, uri: string, ctx: Ctx): Promise<Content | undefined> {
  for (const resource of ownResources(app, ctx)) {
    const params = isTemplate(resource.uri)
      ? parseUriTemplate(resource.uri).match(uri)
      : resource.uri === uri
        ? {}
        : undefined
    const contents = params === undefined ? undefined : await resource.read({ uri, params, ctx })
    if (contents !== undefined) return toContent(uri, contents, resource.mimeType)
  }
  return undefined
}

function toContent(uri: string, contents: McpContents, mimeType: string | undefined): Content {
  if (typeof contents === 'string') return { uri, mimeType: mimeType ?? 'text/plain', text: contents }
  return { uri, mimeType: mimeType ?? 'application/octet-stream', blob: Buffer.from(contents).toString('base64') }
}

async function readBuiltIn(
  app: McpApp,
  uri: string,
  ctx: Ctx,
  call: Pick<McpCall, 'readPage' | 'stores'>,
): Promise<Content | undefined> {
  if (uri.startsWith('skill://')) return listSkillFiles(app.skills).files.get(uri)
  if (uri.startsWith('store://')) {
    const store = (await call.stores(ctx)).find(({ alias }) => storeUri(alias) === uri)
    return store && { uri, mimeType: 'application/json', text: JSON.stringify(store.value) }
  }
  if (uri.startsWith('proposal://')) return readProposal(app, uri, ctx)
  const path = readPagePath(app, uri)
  const text = path === undefined ? undefined : await call.readPage(path, ctx)
  return text === undefined ? undefined : { uri, mimeType: 'text/markdown', text }
}

/**
 * Reads the state of a pending call, and its outcome once a user has decided. For its owner only; the id of a call without
 * an owner is known to its caller alone.
 */
async function readProposal(app: McpApp, uri: string, ctx: Ctx): Promise<Content | undefined> {
  const proposal = await app.proposal(uri.slice(proposalUri('').length))
  if (proposal === undefined || proposal.subject !== app.ownerOf(ctx)) return undefined
  const { id, tool, state, result } = proposal
  const text = JSON.stringify({ id, tool, state, ...(result !== undefined && { result }) })
  return { uri, mimeType: 'application/json', text }
}

/** Returns the path of a page of this app; `undefined` for any other URI. */
function readPagePath(app: McpApp, uri: string): string | undefined {
  const base = pageUri(app, '/')
  if (!uri.startsWith(base) || !uri.endsWith('.md') || /[?#]/.test(uri)) return undefined
  return uri.slice(base.length - 1)
}
