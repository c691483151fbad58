/**
 * Loads parts of the runtime on their first use: a Worker compiles its modules whenever the platform starts it, and the first
 * response is a page or a function in most cases.
 */
import type { Rolldown } from 'vite'

/** Importer -> module -> its exports, each an async function or one whose result isn't used. */
const LATE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'server/endpoints': {
    'server/stages/a2a': ['a2aStage'],
    'server/stages/agent': ['agentStage', 'agentStreamStage'],
    'server/stages/channel': ['channelStage'],
    'server/stages/live': ['liveStage'],
    'server/stages/manifest': ['manifestStage'],
    'server/stages/mcp': ['mcpStage'],
    'server/stages/openapi': ['openApiStage', 'referenceStage'],
    'server/stages/proposals': ['proposalsStage'],
    'server/stages/resolve-proposal': ['approveStage', 'rejectStage'],
  },
  'server/stages': { 'server/stages/well-known': ['wellKnownStage'] },
  'server/stages/page': { 'server/stages/form': ['formReply'] },
  'server/create-server': {
    'server/app/instances': ['instancesFor'],
    'server/app/mcp-app': ['mcpCatalog'],
    'server/pages/manifest': ['manifestFor'],
    'server/resolve-proposal': ['approve', 'findProposalRegistry', 'reject'],
    'server/stages/agent': ['closeAgent', 'drainAgent'],
    'server/stages/mcp': ['closeMcpStreams'],
    'server/warn-open-agent': ['warnOpenAgent'],
  },
  'server/in-process': {
    'server/app/app-document': ['createAppDocument', 'listPublishedTools'],
    'server/app/instances': ['instancesFor'],
    'server/describe-proposal': ['findTitle'],
  },
}
/** The module of the app, from which all others are imported. Not from `virtual-modules.ts`, which imports the targets. */
const SERVER_ENTRY = 'fw:server'
const LATE_ID = '\0fw:late/'

/** A plugin, and a group of `codeSplitting` with which the platform has one module to find and link at the start, not fifty. */
export function loadLate(): { readonly plugin: Rolldown.Plugin; readonly group: Rolldown.CodeSplittingGroup } {
  const eager = new Set<string>()
  return { plugin: createPlugin(eager), group: { name: 'server', test: (id) => eager.has(id) } }
}

function createPlugin(eager: Set<string>): Rolldown.Plugin {
  /** Id of a virtual module -> the module that it loads, and its exports. */
  const found = new Map<string, { readonly id: string; readonly names: readonly string[] }>()
  return {
    name: 'fw:late-modules',
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        const from = importer && findName(importer)
        const modules = from && LATE[from]
        if (!modules) return undefined
        const resolved = await this.resolve(source, importer, { skipSelf: true })
        const name = resolved && findName(resolved.id)
        const names = name && modules[name]
        if (!names) return undefined
        const id = `${LATE_ID}${from}/${name}`
        found.set(id, { id: resolved.id, names })
        return id
      },
    },
    buildEnd() {
      const add = (id: string) => {
        const info = eager.has(id) ? null : this.getModuleInfo(id)
        if (info === null) return
        eager.add(id)
        info.importedIds.forEach(add)
      }
      add([...this.getModuleIds()].find((id) => id.endsWith(SERVER_ENTRY)) ?? '')
    },
    load: {
      order: 'pre',
      handler(id) {
        const late = found.get(id)
        return late && { code: printLate(late.id, late.names), moduleType: 'js' }
      },
    },
  }
}

/** Returns the path of a module below the runtime's sources, without its extension. */
function findName(id: string): string | undefined {
  return /\/(?:@fw\/runtime|runtime)\/dist\/([\w/.-]+)\.js$/.exec(id)?.[1]
}

function printLate(id: string, names: readonly string[]): string {
  return `let loaded
const load = () => import(${JSON.stringify(id)}).then((module) => (loaded = module))
${names
  .map(
    (name) => `export const ${name} = (...values) =>
  loaded === undefined ? load().then((module) => module.${name}(...values)) : loaded.${name}(...values)`,
  )
  .join('\n')}
`
}
