/** `fw verify` checks the manifest of every route. */
import { formatCount, MANIFEST_PATH, type Manifest, type ManifestTool } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import type { Io } from '../io.ts'
import { printableText } from '../printable-text.ts'
import type { CallerHeaders } from './caller.ts'
import { clientFindings } from './client-report.ts'
import { createLocateTool, type LocateTool } from './locate-tool.ts'
import { readAppManifest } from './manifest.ts'
import { reportTools } from './tool-report.ts'

interface VerifiedApp {
  readonly root: string
  readonly server: FwServer
  readonly caller: CallerHeaders
}

/**
 * Renders every manifest, and prints one line per route to stdout and problems to stderr. Returns the exit code: 1 only
 * for a tool without a description. Rejections by MCP clients are warnings, because not all clients reject the same.
 */
export async function verifyApp({ root, server, caller }: VerifiedApp, io: Io): Promise<number> {
  // When the app runs from source, descriptions come from the type analysis. Any manifest waits for it.
  await readAppManifest(server, MANIFEST_PATH)
  const tools = new Map<string, Pick<ManifestTool, 'guard' | 'description' | 'input'>>()
  for (const tool of server.apiTools) tools.set(tool.name, tool)
  const manifests: Manifest[] = []
  let warnings = 0
  let locating: Promise<LocateTool> | undefined
  /** Returns the name of a tool after its location. */
  const at = async (name: string) => {
    locating ??= createLocateTool(root, server.apiTools)
    return [(await locating)(name), name].filter(Boolean).join(' ')
  }
  for (const { tool, problem } of await server.loadApis()) {
    warnings += 1
    io.note(`${io.errorColors.yellow('Warning:')} ${await at(tool)} cannot be called: ${printableText(problem)}`)
  }
  for (const page of await server.listPages()) {
    if (page.problem !== undefined) {
      warnings += 1
      io.note(`${io.errorColors.yellow('Warning:')} ${page.path}: ${printableText(page.problem)}`)
      continue
    }
    if (!page.concrete) {
      io.result(`skipped  ${page.pattern}  (no staticParams)`)
      continue
    }
    const manifest = await renderManifest(server, page.path, caller)
    if (typeof manifest === 'string') {
      warnings += 1
      io.note(`${io.errorColors.yellow('Warning:')} ${page.path} throws: ${printableText(manifest)}`)
      continue
    }
    manifests.push(manifest)
    for (const tool of manifest.tools) tools.set(tool.name, tool)
    io.result(
      `ok       ${page.path}  ${formatCount(manifest.components.length, 'component')}, ${formatCount(manifest.tools.length, 'tool')}`,
    )
  }
  reportScopes(server, manifests, io)
  reportTools(server.apiTools, manifests, io)
  const findings = clientFindings(await server.mcpCatalog())
  const silent = [...tools].filter(([, tool]) => tool.guard !== 'forbidden' && tool.description.trim() === '')
  for (const { tool, message } of findings)
    io.note(`${io.errorColors.yellow('Warning:')} ${tool === undefined ? message : `${await at(tool)}: ${message}`}`)
  warnings += findings.length
  for (const [name] of silent)
    io.note(
      `${io.errorColors.red('Error:')} ${await at(name)} has no description, but agents may call it. Add a doc comment to its export, or a description.`,
    )
  io.note(`${formatCount(silent.length, 'error')}, ${formatCount(warnings, 'warning')}.`)
  return silent.length === 0 ? 0 : 1
}

/** Lists the tools with scopes, and whether the caller has them. */
function reportScopes({ apiTools }: FwServer, manifests: readonly Manifest[], io: Io): void {
  const seen = new Set(manifests.flatMap(({ tools }) => tools.map(({ name }) => name)))
  const lines = apiTools
    .filter(({ guard, scopes = [] }) => guard !== 'forbidden' && scopes.length > 0)
    .map(
      ({ name, scopes = [] }) => `  ${name}: ${scopes.join(', ')}${seen.has(name) ? '' : ' (the caller lacks them)'}`,
    )
  if (lines.length > 0) io.note(printableText(`Tools with scopes:\n${lines.join('\n')}`))
}

/**
 * Returns the manifest, or the message of the error that the page throws. Without a client request, middleware doesn't
 * run.
 */
async function renderManifest(server: FwServer, path: string, caller: CallerHeaders): Promise<Manifest | string> {
  try {
    return await server.manifestFor(path, await server.ctxInProcess(path, caller))
  } catch (error) {
    return String(error)
  }
}
