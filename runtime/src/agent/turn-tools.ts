/** The tools of one turn: the tools that the model may call, and where each call runs. */

import type { ToolFilter } from '#contract/agent/agent.ts'
import type { Manifest } from '#contract/agent/manifest.ts'
import type { ModelTool } from '#contract/agent/model.ts'
import type { Skill } from '#contract/agent/skill.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { listUiTools } from '#contract/agent/ui-tools.ts'
import type { ManifestTool } from '#contract/api.ts'
import { wireName } from '#contract/name.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import type { RemoteTool } from './remote/remote-tools.ts'
import { allowsTool } from './tool-filter.ts'
import { planTools, SEARCH_TOOLS } from './tool-search/plan-tools.ts'

const UI_ENTRIES = listUiTools()

/** Name of the tool that returns a skill in full. */
export const READ_SKILL = 'read_skill'

export interface TurnTools {
  /** Tools that each request defines. */
  readonly offered: readonly ModelTool[]
  /** Tools that the model may call too, and finds by a search. */
  readonly deferred: readonly ModelTool[]
  /** Tools of the page that a channel withholds. */
  readonly withheld: readonly ManifestTool[]
  /** Returns where a call of this name runs; `undefined` for a tool that the turn doesn't have. */
  findPlace(name: string): Place | undefined
  /** Returns the title of the page's tool with this name, unless it depends on the input. */
  pageTitle(name: string): string | undefined
  /** Returns the tool with this name whose place is `remote`. */
  remote(name: string): RemoteTool | undefined
}

type Place = 'server' | 'page' | 'skill' | 'search' | 'withheld' | 'remote'

/**
 * Collects the tools of a turn. On channels no page is open to run its tools, so they are withheld. A client with tools of its
 * own (`client`) has no page of the app.
 */
export function collectTools(
  { tools, skills, channel }: Pick<TurnDeps, 'tools' | 'skills' | 'channel'>,
  manifest: Manifest,
  filters: readonly (ToolFilter | undefined)[],
  remote: readonly RemoteTool[] = [],
  client?: readonly ModelTool[],
): TurnTools {
  const isAllowed = ({ name }: { readonly name: string }) => filters.every((filter) => allowsTool(name, filter))
  const server = tools.filter(isAllowed)
  const page =
    client === undefined
      ? [...manifest.tools.filter(({ where }) => where === 'page'), ...UI_ENTRIES].filter(isAllowed)
      : []
  const isChannel = channel !== undefined
  const places = new Map<string, Place>()
  // Remote tools are set first, so that the app's own tools win over a remote tool of the same name.
  for (const { name } of remote) places.set(name, 'remote')
  // A provider doesn't distinguish names with the same wire name, and results of the app's own tools may be trusted.
  const taken = new Set([...tools, ...remote].map(({ name }) => wireName(name)))
  const ownOfClient = (client ?? []).filter(({ name }) => !taken.has(wireName(name)))
  for (const { name } of ownOfClient) places.set(name, 'page')
  for (const { name } of page) places.set(name, isChannel ? 'withheld' : 'page')
  // Providers accept only wire names, and they can't map a tool that they don't get.
  if (isChannel) for (const { name } of page) places.set(wireName(name), 'withheld')
  for (const { name } of server) places.set(name, 'server')
  if (skills.length > 0) places.set(READ_SKILL, 'skill')
  const all = [
    ...server.map(toModelTool),
    ...(isChannel ? [] : page.map(toModelTool)),
    ...ownOfClient,
    ...remote.filter(({ name }) => places.get(name) === 'remote'),
    ...(skills.length > 0 ? [createSkillTool(skills)] : []),
  ]
  const used = new Set(manifest.components.flatMap(({ does = [] }) => does))
  const { loaded, deferred } = planTools(
    all,
    (name) => used.has(name) || places.get(name) === 'page' || places.get(name) === 'skill',
  )
  if (deferred.length > 0) places.set(SEARCH_TOOLS, 'search')
  return {
    offered: loaded,
    deferred,
    withheld: isChannel ? page : [],
    findPlace: (name) => places.get(name),
    pageTitle: (name) => page.find((tool) => tool.name === name)?.title,
    remote: (name) => remote.find((tool) => tool.name === name),
  }
}

/**
 * Returns the tools that a round uses. It only removes tools, so tools that the caller may not use stay unknown.
 *
 * @param active Names, and patterns such as `api.shop.*`; `undefined`: all tools.
 */
export function narrowTools(tools: TurnTools, active: readonly string[] | undefined): TurnTools {
  if (active === undefined) return tools
  const named = (name: string) => active.length > 0 && allowsTool(name, { include: active })
  const deferred = tools.deferred.filter(({ name }) => named(name))
  const isActive = (name: string) => named(name) || (name === SEARCH_TOOLS && deferred.length > 0)
  return {
    ...tools,
    offered: tools.offered.filter(({ name }) => isActive(name)),
    deferred,
    findPlace: (name) => (isActive(name) ? tools.findPlace(name) : undefined),
  }
}

/** The tools of the server are the same objects in each turn. */
const modelTools = new WeakMap<ManifestTool, ModelTool>()

function toModelTool(tool: ManifestTool): ModelTool {
  const known = modelTools.get(tool)
  if (known !== undefined) return known
  const { name, description, guard, input } = tool
  const approval = guard === 'confirm' ? ' A person has to approve each call.' : ''
  const made = { name, description: `${description}${approval}`, input }
  modelTools.set(tool, made)
  return made
}

function createSkillTool(skills: readonly Skill[]): ModelTool {
  const input: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string', enum: skills.map(({ name }) => name) } },
    required: ['name'],
    additionalProperties: false,
  }
  return { name: READ_SKILL, description: 'Shows a skill in full.', input }
}

/** Returns the full name of a tool. A name that isn't offered is still in its wire form. */
export function toFullName(name: string): string {
  return name.includes('.') ? name : `api.${name.replace('__', '.')}`
}
