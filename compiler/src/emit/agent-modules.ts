/** `fw:channels` and `fw:skills`: the contents of `src/channels/` and `src/skills/`, for the server's entry. */
import { CHANNELS_DIR, channelFiles, channelName } from '../analyze/channel-files.ts'
import { propertyKey, quote } from '../validate/source-text.ts'

/** Emits a module with a default export that contains the app's channels by name. It imports each channel. */
export function emitChannels(root: string): string {
  const folder = `${root}/${CHANNELS_DIR}`
  const files = channelFiles(folder)
  const imports = files.map((file, index) => `import channel${index} from ${quote(file.slice(root.length))}`)
  const entries = files.map((file, index) => `  ${propertyKey(channelName(folder, file))}: channel${index},`)
  return [...imports, 'export default {', ...entries, '}', ''].join('\n')
}

const SKILLS_DIR = 'src/skills'

/**
 * Emits a module with a default export that contains the app's skills as data, since the files don't exist when the bundle
 * runs.
 */
export async function emitSkills(root: string): Promise<string> {
  const { discoverSkills } = await import('@fw/runtime/agent')
  return `export default ${JSON.stringify(await discoverSkills(`${root}/${SKILLS_DIR}`))}\n`
}
