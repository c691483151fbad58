/** `fw verify` (spec: Command line). */
import { MANIFEST_PATH, type ManifestTool } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import type { Io } from '../io.ts'
import { printableText } from '../printable.ts'
import { readManifest } from './manifest.ts'
import { reportStrictness } from './strict-report.ts'

/** Renders every manifest, prints one line a route on stdout and what is wrong on stderr. Answers the exit code. */
export async function verifyApp(server: FwServer, io: Io): Promise<number> {
  // From sources, descriptions come with the type analysis; any manifest waits for it.
  await readManifest(server, MANIFEST_PATH)
  const tools = new Map<string, Pick<ManifestTool, 'guard' | 'description' | 'input'>>()
  for (const tool of server.apiTools) tools.set(tool.name, tool)
  let warnings = 0
  for (const page of await server.listPages()) {
    if (!page.concrete) {
      io.result(`skipped  ${page.pattern}  (no staticParams)`)
      continue
    }
    const manifest = await readManifest(server, page.path)
    if ('ok' in manifest) {
      warnings += 1
      io.note(`${io.errorColors.yellow('Warning:')} ${page.path} throws: ${printableText(manifest.error)}`)
      continue
    }
    for (const tool of manifest.tools) tools.set(tool.name, tool)
    io.result(
      `ok       ${page.path}  ${counted(manifest.components.length, 'component')}, ${counted(manifest.tools.length, 'tool')}`,
    )
  }
  reportStrictness(tools, io)
  const silent = [...tools].filter(([, tool]) => tool.guard !== 'forbidden' && tool.description.trim() === '')
  for (const [name] of silent)
    io.note(
      `${io.errorColors.red('Error:')} ${name} has no description, and agents may call it. Write a doc comment on its export, or a description.`,
    )
  io.note(`${counted(silent.length, 'error')}, ${counted(warnings, 'warning')}.`)
  return silent.length === 0 ? 0 : 1
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
