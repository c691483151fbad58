/** Reports what a turn sends to each model provider, for `fw verify`: strict, loose and deferred tools, and the reasons. */
import { formatCount, type Manifest, type ManifestTool } from '@fw/runtime/contract'
import {
  chooseStrict,
  DIALECTS,
  listUiTools,
  lowerSchema,
  MOST_LOADED,
  type ProviderDialect,
  planTools,
  type Relaxation,
  SEARCH_TOOLS,
} from '@fw/runtime/tooling'
import type { Io } from '../io.ts'

const PROVIDERS = Object.keys(DIALECTS) as readonly ProviderDialect[]

type ReportedTool = Pick<ManifestTool, 'name' | 'guard' | 'input'>

/**
 * Reports the budget of each provider for a turn on the page with the most tools, and for each provider the tools that can't
 * be strict, with reasons, and the constraints that are relaxed in the tools of all pages.
 */
export function reportTools(apiTools: readonly ManifestTool[], manifests: readonly Manifest[], io: Io): void {
  const isOffered = ({ guard }: ReportedTool) => guard !== 'forbidden'
  const server = apiTools.filter(isOffered)
  const listPageTools = ({ tools }: Manifest) => tools.filter((tool) => tool.where === 'page' && isOffered(tool))
  const [widest] = manifests.toSorted((a, b) => listPageTools(b).length - listPageTools(a).length)
  const page = widest === undefined ? [] : listPageTools(widest)
  const used = new Set(widest?.components.flatMap(({ does = [] }) => does))
  const near = new Set([...page, ...listUiTools()].map(({ name }) => name))
  const plan = planTools<ReportedTool>(
    [...server, ...page, ...listUiTools()],
    (name) => near.has(name) || used.has(name),
  )
  reportBudgets(plan, widest?.path ?? '/', io)
  const all = new Map([...server, ...manifests.flatMap(listPageTools)].map((tool) => [tool.name, tool]))
  for (const provider of PROVIDERS) reportRelaxed([...all.values()], provider, io)
}

type ToolPlan = ReturnType<typeof planTools<ReportedTool>>

const SEARCHES: Readonly<Record<ProviderDialect, string>> = {
  anthropic: "the tool search of Anthropic's API",
  openai: "the tool search of OpenAI's API",
  google: SEARCH_TOOLS,
}

function reportBudgets({ loaded, deferred }: ToolPlan, path: string, io: Io): void {
  const lines = PROVIDERS.map((provider) => {
    const lowered = loaded.map(({ input }) => lowerSchema(input, provider))
    const { size } = chooseStrict(lowered, provider)
    const counts = [size > 0 && `${size} strict`, loaded.length > size && `${loaded.length - size} loose`]
    const found = deferred.length > 0 && `${deferred.length} deferred, for ${SEARCHES[provider]}`
    return `  ${provider}: ${[...counts, found].filter((part) => part !== false).join(', ')}`
  })
  io.note(`Tools of a turn on ${path}:\n${lines.join('\n')}`)
  if (deferred.length > 0)
    io.note(
      `Deferred, because a request defines at most ${MOST_LOADED} tools, those of the page first: ${deferred.map(({ name }) => name).join(', ')}`,
    )
  for (const provider of PROVIDERS) reportLoose(loaded, provider, io)
}

/** Reports the tools that exceed the limits of all strict tools together. */
function reportLoose(tools: readonly ReportedTool[], provider: ProviderDialect, io: Io): void {
  const lowered = tools.map(({ name, input }) => ({ name, ...lowerSchema(input, provider) }))
  const chosen = chooseStrict(lowered, provider)
  const loose = lowered.filter(({ strict }, index) => strict && !chosen.has(index)).map(({ name }) => name)
  if (loose.length === 0) return
  const { tools: most, optional, unions } = DIALECTS[provider].together
  io.note(
    `Not strict for ${provider}, which allows ${most} strict tools with ${optional} optional members and ${unions} unions together: ${loose.join(', ')}`,
  )
}

/** Summarizes the relaxed constraints: one line for each kind, and one for each tool that can't be strict. */
function reportRelaxed(tools: readonly ReportedTool[], provider: ProviderDialect, io: Io): void {
  const kinds = new Map<string, { readonly tools: Set<string>; places: number }>()
  const loose: string[] = []
  for (const { name, input } of tools) {
    const { blockers, relaxed, strict } = lowerSchema(input, provider)
    if (DIALECTS[provider].strict && !strict && blockers.length > 0)
      loose.push(`  ${name} is not strict: ${formatList(blockers)}`)
    for (const { keyword, became } of relaxed) {
      const kind = kinds.get(`${keyword}: ${became}`) ?? { tools: new Set(), places: 0 }
      kinds.set(`${keyword}: ${became}`, { tools: kind.tools.add(name), places: kind.places + 1 })
    }
  }
  const lines = [...kinds].map(
    ([kind, { tools: of, places }]) => `  ${kind} (${formatCount(places, 'place')} in ${formatTools(of)})`,
  )
  if (lines.length + loose.length > 0) io.note(`Relaxed for ${provider}:\n${[...lines, ...loose].join('\n')}`)
}

const NAMED_TOOLS = 3

function formatTools(names: ReadonlySet<string>): string {
  const rest = names.size - NAMED_TOOLS
  const shown = [...names].slice(0, NAMED_TOOLS).join(', ')
  return rest > 0 ? `${shown} and ${formatCount(rest, 'more tool')}` : shown
}

function formatList(changes: readonly Relaxation[]): string {
  return changes
    .map(({ path, keyword, became }) => `${path === '' ? 'the input' : path}, ${keyword}: ${became}`)
    .join('; ')
}
