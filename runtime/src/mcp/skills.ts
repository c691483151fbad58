/**
 * The extension for skills (`io.modelcontextprotocol/skills`): `skills/list`, `skills/get` and `resources/directory/read`.
 * The files themselves are resources.
 */
import type { McpApp, McpMethod } from './host.ts'
import { sortByKey } from './paginate.ts'
import { okCacheable, refuseParams } from './reply.ts'
import type { ListedResource } from './resource-list.ts'
import { NEEDS_URI, replyWithList } from './resources.ts'
import { listSkillFiles, type SkillFiles } from './skill-files.ts'

export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

export function skillMethods(app: McpApp): readonly (readonly [string, McpMethod])[] {
  return [
    [
      'skills/list',
      (request) => replyWithList(app, request, 'skills', listSkillFiles(app.skills).entries, ({ uri }) => uri),
    ],
    [
      'skills/get',
      (request) => {
        const { uri } = request.params
        if (typeof uri !== 'string') return refuseParams(request, NEEDS_URI)
        const skill = listSkillFiles(app.skills).entries.find((entry) => entry.uri === uri)
        if (skill === undefined) return refuseParams(request, `No skill is served at ${JSON.stringify(uri)}`)
        return okCacheable(request, { skill }, app.server)
      },
    ],
    [
      'resources/directory/read',
      (request) => {
        const { uri } = request.params
        if (typeof uri !== 'string') return refuseParams(request, NEEDS_URI)
        const children = listChildren(listSkillFiles(app.skills), uri)
        if (children.length === 0) return refuseParams(request, `${JSON.stringify(uri)} is not a directory resource`)
        return replyWithList(app, request, 'resources', sortByKey(children, getUri), getUri)
      },
    ],
  ]
}

const getUri = ({ uri }: ListedResource) => uri

/** Returns the direct children of a folder; none for any other URI, since no folder is empty. */
function listChildren({ files }: SkillFiles, folder: string): readonly ListedResource[] {
  const start = `${folder}/`
  const children = new Map<string, ListedResource>()
  // The root of all skills isn't a folder of one.
  if (!/^skill:\/\/[^/]/.test(folder)) return []
  for (const { uri, mimeType } of files.values()) {
    if (!uri.startsWith(start)) continue
    const [segment = '', ...rest] = uri.slice(start.length).split('/')
    const child = `${start}${segment}`
    const type = rest.length === 0 ? mimeType : 'inode/directory'
    children.set(child, { uri: child, name: decodeURIComponent(segment), mimeType: type })
  }
  return [...children.values()]
}
