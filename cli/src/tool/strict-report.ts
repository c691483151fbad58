/** Reports how model providers change the schemas of tools, for `fw verify`. */
import type { ManifestTool } from '@fw/runtime/contract'
import { chooseStrict, DIALECTS, lowerSchema, type ProviderDialect, type Relaxation } from '@fw/runtime/tooling'
import type { Io } from '../io.ts'

const PROVIDERS = Object.keys(DIALECTS) as readonly ProviderDialect[]

/**
 * Lists for each provider the tools that can't be strict, with reasons, the constraints relaxed in the other tools, and
 * the tools that exceed the limits of all strict tools together.
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
    const chosen = chooseStrict(lowered, provider)
    const loose = lowered.filter(({ strict }, index) => strict && !chosen.has(index)).map(({ name }) => name)
    if (loose.length === 0) continue
    const { tools, optional, unions } = DIALECTS[provider].together
    io.note(
      `Not strict for ${provider}, which allows ${tools} strict tools with ${optional} optional members and ${unions} unions together: ${loose.join(', ')}`,
    )
  }
}

function formatList(changes: readonly Relaxation[]): string {
  return changes
    .map(({ path, keyword, became }) => `${path === '' ? 'the input' : path}, ${keyword}: ${became}`)
    .join('; ')
}
