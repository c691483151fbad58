/** The tools of one turn: what the model may call, and where each call goes. */

import type { ToolFilter } from '#contract/agent.ts'
import type { ManifestTool } from '#contract/api.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import type { Manifest } from '#contract/manifest.ts'
import type { ModelTool } from '#contract/model.ts'
import type { Skill } from '#contract/skill.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import { listUiTools } from '#contract/ui-tools.ts'
import type { RemoteTool } from './remote/remote-tools.ts'
import { allowsTool } from './tool-filter.ts'

const UI_ENTRIES = listUiTools()

/** Shows a skill in full. */
export const READ_SKILL = 'read_skill'

export interface TurnTools {
  /** What the model is told of. */
  readonly offered: readonly ModelTool[]
  /** Tools of the page that a channel withholds. */
  readonly withheld: readonly ManifestTool[]
  /** Where a call of this name goes; undefined for a tool that the turn does not have. */
  placeOf(name: string): Place | undefined
  /** One whose place is `remote`. */
  remote(name: string): RemoteTool | undefined
}

type Place = 'server' | 'page' | 'skill' | 'withheld' | 'remote'

/** Without a page nobody could run the tools of one: on channels they are withheld (spec: Channels). */
export function turnTools(
  { tools, skills, channel }: Pick<TurnDeps, 'tools' | 'skills' | 'channel'>,
  manifest: Manifest,
  filters: readonly (ToolFilter | undefined)[],
  remote: readonly RemoteTool[] = [],
): TurnTools {
  const isAllowed = ({ name }: { readonly name: string }) => filters.every((filter) => allowsTool(name, filter))
  const server = tools.filter(isAllowed)
  const page = [...manifest.tools.filter(({ where }) => where === 'page'), ...UI_ENTRIES].filter(isAllowed)
  const isChannel = channel !== undefined
  const places = new Map<string, Place>()
  // First, so that nothing of the app's own can be taken over by a name.
  for (const { name } of remote) places.set(name, 'remote')
  for (const { name } of page) places.set(name, isChannel ? 'withheld' : 'page')
  for (const { name } of server) places.set(name, 'server')
  if (skills.length > 0) places.set(READ_SKILL, 'skill')
  return {
    offered: [
      ...server.map(modelTool),
      ...(isChannel ? [] : page.map(modelTool)),
      ...remote.filter(({ name }) => places.get(name) === 'remote'),
      ...(skills.length > 0 ? [readSkillTool(skills)] : []),
    ],
    withheld: isChannel ? page : [],
    placeOf: (name) => places.get(name),
    remote: (name) => remote.find((tool) => tool.name === name),
  }
}

function modelTool({ name, description, guard, input }: ManifestTool): ModelTool {
  const approval = guard === 'confirm' ? ' A person has to approve each call.' : ''
  return { name, description: `${description}${approval}`, input }
}

function readSkillTool(skills: readonly Skill[]): ModelTool {
  const input: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string', enum: skills.map(({ name }) => name) } },
    required: ['name'],
    additionalProperties: false,
  }
  return { name: READ_SKILL, description: 'Shows a skill in full.', input }
}

/** A name that no offered tool has on the wire is still written as there. */
export function fullName(name: string): string {
  return name.includes('.') ? name : `api.${name.replace('__', '.')}`
}
