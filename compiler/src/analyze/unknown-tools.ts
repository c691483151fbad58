/** Names of tools in an app's files, held against the tools that there are. */
import type { UnknownToolFact } from '../diagnostic/facts.ts'
import { nearestFix } from '../diagnostic/fix.ts'
import type { AppModel, ConventionFiles } from '../model.ts'
import type { AppReader } from './app-reader.ts'
import { knownTools } from './known-tools.ts'
import { readToolMentions, type ToolMention } from './tool-mentions.ts'

/** `model` holds all of the app's tools. `skills`: what was read of them elsewhere. */
export function findUnknownTools(
  reader: AppReader,
  files: ConventionFiles,
  model: Pick<AppModel, 'modules' | 'components'>,
  skills: readonly ToolMention[],
): readonly UnknownToolFact[] {
  const mentions = [...readToolMentions(reader, files), ...skills]
  if (mentions.length === 0) return []
  const tools = knownTools(model)
  const hasRemote = files.agent !== undefined && /\bmcp\b\s*[:,}]/.test(reader.textOf(files.agent) ?? '')
  return mentions
    .filter(({ name, spelling }) => !tools.has(name, spelling) && (!hasRemote || tools.isOwn(name)))
    .map(({ name, span, inside }) => {
      const nearest = tools.nearest(name)
      const fixes = inside === undefined ? {} : nearestFix(nearest, inside, (meant) => meant)
      return { name, span, ...(nearest !== undefined && { nearest }), ...fixes }
    })
}
