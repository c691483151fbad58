/** Ranks tools by how well their names, descriptions and members match a request in plain words. */
import MiniSearch from 'minisearch'
import type { ModelTool } from '#contract/agent/model.ts'
import { isGroup, splitWords, toTerms } from './search-words.ts'

interface ToolDocument {
  readonly id: number
  readonly module: string
  readonly action: string
  readonly description: string
  readonly members: string
}

/**
 * Returns the tools that match best, best first. The index contains only these tools, so a ranking depends on no tool that
 * the caller may not use.
 */
export function rankTools(tools: readonly ModelTool[], query: string, most: number): readonly ModelTool[] {
  const index = new MiniSearch<ToolDocument>({
    fields: ['module', 'action', 'description', 'members'],
    tokenize: splitWords,
    processTerm: toTerms,
    searchOptions: {
      boost: { module: 1.2, description: 1.5, members: 0.7 },
      // Synonyms count less than the words themselves.
      boostTerm: (term) => (isGroup(term) ? 0.6 : 1),
      fuzzy: (term) => (term.length > 5 && !isGroup(term) ? 0.2 : false),
      prefix: (term) => term.length > 3 && !isGroup(term),
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  })
  index.addAll(tools.map(createDocument))
  return index
    .search(query)
    .slice(0, most)
    .map(({ id }) => tools[id as number] as ModelTool) // an id is an index of `tools`
}

function createDocument({ name, description, input }: ModelTool, id: number): ToolDocument {
  const parts = name.replace(/^api\./, '').split('.')
  return {
    id,
    module: parts.slice(0, -1).join(' '),
    action: parts.at(-1) ?? '',
    description,
    members: Object.entries(input.properties ?? {})
      .map(([member, schema]) => `${member} ${schema.description ?? ''}`)
      .join(' '),
  }
}
