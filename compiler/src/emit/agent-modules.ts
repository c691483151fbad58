/** `fw:channels` and `fw:skills`: what `src/channels/` and `src/skills/` hold, for the server's entry. */
import { CHANNELS_DIR, channelFiles, channelName } from '../analyze/channel-files.ts'
import { propertyKey, quote } from '../validate/source-text.ts'

/** A module with the app's channels by name as its default export. Loads each channel. */
export function emitChannels(root: string): string {
  const folder = `${root}/${CHANNELS_DIR}`
  const files = channelFiles(folder)
  const imports = files.map((file, index) => `import channel${index} from ${quote(file.slice(root.length))}`)
  const entries = files.map((file, index) => `  ${propertyKey(channelName(folder, file))}: channel${index},`)
  return [...imports, 'export default {', ...entries, '}', ''].join('\n')
}

export const SKILLS_DIR = 'src/skills'

/** A module with the app's skills as its default export: data, since the files are not there when the bundle runs. */
export async function emitSkills(root: string): Promise<string> {
  const { discoverSkills } = await import('@fw/runtime/agent')
  return `export default ${JSON.stringify(await discoverSkills(`${root}/${SKILLS_DIR}`))}\n`
}
