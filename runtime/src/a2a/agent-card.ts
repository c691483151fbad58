/** The agent card, by which external agents find and use the app (specification, 4.4 and 8). */

import { describeSkill, type SkillSummary } from '#contract/agent/skill.ts'
import type { ManifestTool } from '#contract/api.ts'
import { A2A_PATH, LLMS_TXT_PATH } from '#contract/http/path.ts'
import { wireName } from '#contract/name.ts'
import { A2A_VERSION } from './protocol.ts'
import { FILE_TYPES } from './read-part.ts'

interface AgentCardOptions {
  readonly name: string
  readonly description: string | undefined
  /** Version of the server software. */
  readonly version: string
  /** Public origin; without it URLs are relative. */
  readonly siteUrl: string | undefined
  /** Whether callers need a bearer token. */
  readonly needsToken: boolean
  readonly hasLlmsTxt: boolean
  readonly skills: readonly SkillSummary[]
  /** Media types of files that the agent reads, besides text; `undefined` if this isn't known. */
  readonly mediaTypes: readonly string[] | undefined
}

/**
 * URI of the extension that documents how to call a tool with a data part, and with which input. The protocol's
 * skills have no schema.
 */
const TOOLS_EXTENSION = 'urn:fw:a2a:tools:1'

/** Creates the card for a caller who may see these tools. */
export function createAgentCard(options: AgentCardOptions, tools: readonly ManifestTool[]): object {
  const { name, version, siteUrl, needsToken, skills } = options
  const toUrl = (path: string) => (siteUrl === undefined ? path : new URL(path, siteUrl).href)
  const callable = tools
    .filter(({ where, guard }) => where === 'server' && guard !== 'forbidden')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const url = toUrl(A2A_PATH)
  return {
    name,
    description: options.description ?? `The agent of ${name}, and the tools of the app.`,
    version,
    supportedInterfaces: ['JSONRPC', 'HTTP+JSON'].map((protocolBinding) => ({
      url,
      protocolBinding,
      protocolVersion: A2A_VERSION,
    })),
    ...(options.hasLlmsTxt && { documentationUrl: toUrl(LLMS_TXT_PATH) }),
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extendedAgentCard: needsToken,
      extensions: callable.length === 0 ? [] : [createToolsExtension(callable)],
    },
    ...(needsToken && BEARER),
    defaultInputModes: ['text/plain', 'application/json', ...(options.mediaTypes ?? FILE_TYPES)],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [...callable.map(toToolSkill), ...skills.map(toSkill)],
  }
}

const BEARER = {
  securitySchemes: {
    bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'The token of the app for agents.' } },
  },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
}

function toToolSkill({ name, title, description, guard, readonly }: ManifestTool): object {
  const approval = guard === 'confirm' ? ' A person has to approve each call.' : ''
  return {
    id: wireName(name),
    name: title ?? wireName(name),
    description: `${description}${approval}`,
    tags: ['tool', `guard:${guard}`, ...(readonly === true ? ['readonly'] : [])],
    inputModes: ['application/json'],
    outputModes: ['application/json'],
  }
}

function toSkill({ name, ...skill }: SkillSummary): object {
  return { id: `skill-${name}`, name, description: describeSkill(skill), tags: ['skill'], inputModes: ['text/plain'] }
}

function createToolsExtension(tools: readonly ManifestTool[]): object {
  return {
    uri: TOOLS_EXTENSION,
    description: 'A message of one data part { tool, input } calls a tool.',
    required: false,
    params: {
      tools: tools.map(({ name, guard, input, output }) => ({
        tool: wireName(name),
        guard,
        input,
        ...(output !== undefined && { output }),
      })),
    },
  }
}
