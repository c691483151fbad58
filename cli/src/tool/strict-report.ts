/** Reports how model providers change the schemas of tools, for `fw verify`. */
import type { ManifestTool } from '@fw/runtime/contract'
import { DIALECTS, lowerSchema, type ProviderDialect, type Relaxation } from '@fw/runtime/tooling'
import type { Io } from '../io.ts'

const PROVIDERS = Object.keys(DIALECTS) as readonly ProviderDialect[]

/**
 * Lists for each provider the tools that can't be strict, with reasons, and the constraints relaxed in the other
 * tools.
 */
export function reportStrictness(tools: ReadonlyMap<string, Pick<ManifestTool, 'guard' | 'input'>>, io: Io): void {
  const offered = [...tools].filter(([, tool]) => tool.guard !== 'forbidden')
  for (const provider of PROVIDERS) {
    const lowered = offered.map(([name, { input }]) => ({ name, ...lowerSchema(input, provider) }))
    const lines = lowered.flatMap(({ name, blockers, relaxed, strict }) => {
      const changes = [...blockers, ...relaxed]
      if (changes.length === 0) return []
      const held = DIALECTS[provider].strict && !strict ? ' (not strict)' : ''
      return [`  ${name}${held}: ${formatList(changes)}`]
    })
    if (lines.length > 0) io.note(`Relaxed for ${provider}:\n${lines.join('\n')}`)
  }
}

function formatList(changes: readonly Relaxation[]): string {
  return changes
    .map(({ path, keyword, became }) => `${path === '' ? 'the input' : path}, ${keyword}: ${became}`)
    .join('; ')
}
