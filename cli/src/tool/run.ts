/** `fw run` lists tools and calls them as an agent, through the app's own HTTP boundary. */
import {
  API_PREFIX,
  type ErrorEnvelope,
  formatCount,
  getMessage,
  isParked,
  MANIFEST_PATH,
  type ManifestTool,
  markPending,
  type ParkedResult,
  PROPOSAL_HEADER,
  type SuccessEnvelope,
  wireName,
} from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import { CliError } from '../cli-error.ts'
import { parseFlags } from '../flags.ts'
import type { Io } from '../io.ts'
import { lineText, printableJson, printableText, resultJson } from '../printable-text.ts'
import type { CallerHeaders } from './caller.ts'
import { toolHelp, toolList } from './help.ts'
import { IN_PROCESS_ORIGIN, readAppManifest } from './manifest.ts'
import { findPageTool, listPageTools } from './page-tools.ts'
import { createReadText } from './read-text.ts'

type Envelope = SuccessEnvelope | ErrorEnvelope

/** Lists the tools that can be called from the command line: server tools, then page tools. */
export async function listTools(server: FwServer, caller: CallerHeaders, io: Io): Promise<number> {
  const tools = await callableTools(server, caller)
  io.result(toolList([...tools, ...byName(await listPageTools(server, caller))], listOutOfScope(server, tools)))
  return 0
}

/** Arguments, and the folder that relative files are resolved against. */
interface TypedCall {
  readonly name: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly caller: CallerHeaders
}

/** Calls a tool, or prints its help. Throws `CliError` if the tool can't run. */
export async function runTool(server: FwServer, { name, args, cwd, caller }: TypedCall, io: Io): Promise<number> {
  const found = await findTool(server, name, caller)
  const { tool, call, settle, refuse } = found
  if (args.includes('--help') || args.includes('-h')) {
    io.result(toolHelp(tool, process.stdout.columns))
    return 0
  }
  await refuse?.()
  const result = await call(
    await parseFlags(tool.input, args, createReadText(io, { cwd, maxBytes: server.maxBodyBytes })),
  )
  if (!isParked(result, tool.name)) return finish(io, result)
  if (!io.interactive) {
    await settle(result.id, 'reject')
    throw new CliError({
      code: 'needs_approval',
      title: `${tool.name} needs the approval of a user, which requires a terminal. Nothing ran.`,
      fix: 'Run it in a terminal. Pass long values as files: @file.',
    })
  }
  return finish(io, await askAndSettle(found, result, io))
}

function finish(io: Io, result: unknown): number {
  io.result(resultJson(result ?? null))
  return 0
}

/** Returns the server tools of the caller. The path below `/_fw` matches no page, so no page renders. */
async function callableTools(server: FwServer, caller: CallerHeaders): Promise<readonly ManifestTool[]> {
  const manifest = await readAppManifest(server, MANIFEST_PATH, caller)
  if ('ok' in manifest) throw new CliError({ code: manifest.code, title: manifest.message ?? manifest.error })
  return byName(manifest.tools.filter((tool) => tool.where === 'server'))
}

/** Returns the tools whose scopes the caller lacks. */
function listOutOfScope(server: FwServer, callable: readonly ManifestTool[]): readonly ManifestTool[] {
  const names = new Set(callable.map(({ name }) => name))
  return byName(server.apiTools.filter((tool) => isCallable(tool) && tool.scopes && !names.has(tool.name)))
}

/** Returns the tools that `access` or scopes may hide from a caller. */
async function listRestricted({ apiTools }: FwServer): Promise<readonly ManifestTool[]> {
  const { isRestricted } = await import('@fw/runtime/tooling')
  return apiTools.filter((tool) => isCallable(tool) && isRestricted(tool))
}

function isCallable({ guard }: ManifestTool): boolean {
  return guard !== 'forbidden'
}

function byName(tools: readonly ManifestTool[]): readonly ManifestTool[] {
  return [...tools].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Tool, with the functions that call it and resolve its proposal. */
interface Callable {
  readonly tool: ManifestTool
  /** Throws the error of a caller who may read the help of the tool, but not call it. */
  refuse?(): Promise<void>
  call(input: unknown): Promise<unknown>
  settle(id: string, decision: 'approve' | 'reject'): Promise<unknown>
  /** Returns the title of the pending call. */
  findTitle(id: string): Promise<string | undefined>
}

async function findTool(server: FwServer, name: string, caller: CallerHeaders): Promise<Callable> {
  const tools = await callableTools(server, caller)
  const isMeant = (one: ManifestTool) => [one.name, wireName(one.name), one.name.replace(/^api\./, '')].includes(name)
  const known = tools.find(isMeant)
  const hidden = known === undefined ? (await listRestricted(server)).find(isMeant) : undefined
  const tool = known ?? hidden
  if (tool !== undefined)
    return {
      tool,
      ...(hidden !== undefined && { refuse: () => refuseCall(server, hidden, caller) }),
      call: (input) => callApi(server, tool, input, caller),
      settle: async (id, how) => {
        const ctx = caller.cookie === undefined ? undefined : await server.ctxInProcess('/', caller)
        return server.settle(id, how, ctx && { ctx })
      },
      findTitle: (id) => server.titleInProcess(id),
    }
  const onPage = await findPageTool(server, name, caller)
  if (onPage !== undefined)
    return {
      tool: onPage.tool,
      call: (input) => onPage.tool.run(input).catch(createFailure(onPage.tool)),
      settle: (_, decision) => onPage.settle(decision),
      findTitle: async () => onPage.tool.title,
    }
  const fix = 'Run "fw run" for the list of tools.'
  throw new CliError({ code: 'unknown_tool', title: `Unknown tool ${printableText(name)}.`, fix })
}

async function refuseCall(server: FwServer, tool: ManifestTool, caller: CallerHeaders): Promise<void> {
  if (tool.scopes !== undefined) throw createScopeError(tool, caller)
  // The server refuses and audits the call. A list is never a valid input, so nothing can run.
  await callApi(server, tool, [], caller)
}

function createScopeError({ name, scopes = [] }: ManifestTool, { cookie }: CallerHeaders): CliError {
  return new CliError({
    code: 'out_of_scope',
    title: `${name} needs ${formatCount(scopes.length, 'scope')}, which the caller lacks: ${scopes.join(', ')}.`,
    fix:
      cookie === undefined
        ? SIGN_IN
        : "Pass the session of a user who has them. src/ctx.ts returns a user's scopes as ctx.scopes.",
  })
}

const SIGN_IN = 'Call it as a signed-in user: fw run --session <JSON or file>, before the name of the tool.'

async function callApi(server: FwServer, tool: ManifestTool, input: unknown, caller: CallerHeaders): Promise<unknown> {
  const path = API_PREFIX + tool.name.replace(/^api\./, '')
  const request = new Request(new URL(path, IN_PROCESS_ORIGIN), {
    method: 'POST',
    headers: { ...caller, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const response = await server.fetchInProcess(request)
  const result = getResult((await response.json()) as Envelope, tool.name)
  return response.headers.has(PROPOSAL_HEADER) ? markPending(result as ParkedResult) : result // the header marks a proposal
}

/** Converts an error response of a call to an error. `FwError` comes from the app's own copy of the runtime. */
function createFailure({ name }: ManifestTool): (error: Error & Pick<ErrorEnvelope, 'code' | 'issues'>) => unknown {
  return ({ message, code, issues }) => getResult({ ok: false, error: message, code, ...(issues && { issues }) }, name)
}

function getResult(envelope: Envelope, tool: string): unknown {
  if (envelope.ok) return envelope.result
  const issues = (envelope.issues ?? []).map(({ path, message }) => `  ${path === '' ? '(input)' : path}: ${message}`)
  const title = [`${tool}: ${envelope.message ?? envelope.error}`, ...issues].join('\n')
  throw new CliError({ code: envelope.code, title, ...(envelope.code === 'unauthenticated' && { fix: SIGN_IN }) })
}

/**
 * Prompts for approval. Shows the stored call with its title, not the typed arguments or the tool's own description. Only
 * `y` approves it.
 */
async function askAndSettle({ settle, findTitle }: Callable, parked: ParkedResult, io: Io): Promise<unknown> {
  const title = await findTitle(parked.id)
  if (title !== undefined) io.note(lineText(title))
  const answer = await io.ask(`approve ${parked.tool} ${printableJson(parked.input)}? [y/N] `)
  if (answer !== 'y') {
    await settle(parked.id, 'reject')
    throw new CliError({ code: 'not_approved', title: `${parked.tool} was not approved. Nothing ran.` })
  }
  try {
    return await settle(parked.id, 'approve')
  } catch (error) {
    // An error of the approved call is an expected failure: print its message without a stack.
    const title = `${parked.tool}: ${getMessage(error)}`
    throw new CliError({ code: 'tool_failed', title })
  }
}
