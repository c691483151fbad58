/**
 * Every name of the contract and its door. `names` are exported now; `pending` names come with the issue that stands
 * beside them, and move up in the commit that exports them. The pending list only shrinks.
 */
import type { DoorTable } from './gates/door-table.ts'

/** Door -> its source. */
export const DOORS: Readonly<Record<string, string>> = {
  '@fw/runtime': 'runtime/src/index.ts',
  '@fw/runtime/server': 'runtime/src/server.ts',
  '@fw/runtime/agent': 'runtime/src/agent.ts',
  '@fw/runtime/channels': 'runtime/src/channels.ts',
  '@fw/runtime/client': 'runtime/src/client.ts',
  '@fw/runtime/host': 'runtime/src/host.ts',
  '@fw/runtime/testing': 'runtime/src/testing.ts',
  '@fw/compiler': 'compiler/src/index.ts',
  '@fw/compiler/vite': 'compiler/src/vite.ts',
  '@fw/codemods': 'codemods/src/index.ts',
}

const NAMES: DoorTable['names'] = {
  '@fw/runtime': [
    'defineConfig',
    'api',
    'schema',
    'str',
    'int',
    'num',
    'bool',
    'money',
    'list',
    'obj',
    'enums',
    'enum',
    'date',
    'Call',
    'Ctx',
    'Int',
    'Money',
    'Email',
    'Uuid',
    'FwError',
    'FwIntentError',
    'notFound',
    'redirect',
    'href',
    'island',
    'intent',
    'defineStore',
    'useStore',
    'PageMeta',
    'FeedConfig',
    'FwConfig',
    'articleJsonLd',
    'breadcrumbJsonLd',
    'organizationJsonLd',
  ],
  '@fw/runtime/client': ['stub', 'boot'],
  '@fw/runtime/server': [
    'createFwServer',
    'createSessionStore',
    'collectApis',
    'apiManifestTools',
    'isApi',
    'invokeApi',
    'createAgentAuth',
    'strictPolicy',
    'htmlDocument',
    'ProposalStore',
    'rateLimit',
    'createFsRouter',
    'parsePattern',
    'buildLlmsTxt',
  ],
  '@fw/runtime/agent': [
    'allowsTool',
    'resolveModel',
    'setupCard',
    'callProvider',
    'discoverSkills',
    'parseSkill',
    'skillIndex',
    'AgentMount',
  ],
  '@fw/runtime/testing': ['scriptedModel'],
  '@fw/runtime/host': ['serve'],
  '@fw/compiler': ['check', 'analyze', 'build', 'deriveContract'],
  '@fw/compiler/vite': ['fw'],
  '@fw/codemods': ['defineCodemod', 'selectCodemods', 'runCodemod'],
}

const PENDING: DoorTable['pending'] = {
  '@fw/runtime': {
    cachePolicy: 'Page services',
    revalidateTag: 'Page services',
    revalidatePath: 'Page services',
    cached: 'Page services',
    schedule: 'Page services',
    Image: 'Page services',
    offlineFirst: 'Page services',
  },
  '@fw/runtime/server': {
    CHANNELS_PREFIX: 'Agent',
    channelOf: 'Agent',
    handleChannel: 'Agent',
  },
  '@fw/runtime/agent': {
    defineAgent: 'Agent',
  },
  '@fw/runtime/channels': {
    webhookChannel: 'Agent',
    chatAChannel: 'Agent',
    chatBChannel: 'Agent',
    slackChannel: 'Agent',
    discordChannel: 'Agent',
    ChannelDef: 'Agent',
    ChannelMessage: 'Agent',
    ChannelReply: 'Agent',
  },
  '@fw/runtime/client': {
    createCopilot: 'Agent',
    Copilot: 'Agent',
  },
  '@fw/runtime/host': {},
  '@fw/runtime/testing': {
    renderPage: 'Command line',
    callTool: 'Command line',
  },
  '@fw/compiler/vite': {
    channelFiles: 'Agent',
    channelName: 'Agent',
    channelServerOptions: 'Agent',
  },
}

export const DOOR_TABLE: DoorTable = { names: NAMES, pending: PENDING }
