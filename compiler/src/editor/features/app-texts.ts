/** Names of an app that only strings refer to, with their positions: cache tags, messages and skills. */
import { findTagPlaces } from '#analyze/apis/tag-places.ts'
import type { AppOutline } from '#analyze/app-outline.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { type Catalog, readCatalogs } from '#analyze/texts/message-catalogs.ts'
import { filesIn } from '#analyze/texts/tool-mentions.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { AppFile } from '../app/editor-session.ts'

/** A file's app in one program. */
type AppState = Pick<AppFile, 'app' | 'program'>

/** A cache tag of a page or a cached function, such as `order-[id]`, with its position. */
interface NamedTag {
  readonly tag: string
  readonly span: SourceSpan
}

/** Returns the tags of all pages and cached functions, as far as they are in the source. */
export function listTags({ app, program }: AppState): readonly NamedTag[] {
  const reader = app.reader(program)
  return app.sources(program).flatMap((file) => {
    const text = reader.textOf(file) ?? ''
    if (!/\btags\b/.test(text)) return []
    const places = readOnce(reader, file, findTagPlaces) ?? []
    return places.map(({ tag, start, end }) => ({ tag, span: createSpan(file, text, start, end) }))
  })
}

/** Returns the messages of each language, the default language first; empty for an app with one language. */
export function listMessages({ app, program }: AppState): readonly Catalog[] {
  const { i18n } = app.outline(program).conventions.files
  const found = i18n && readCatalogs(app.reader(program), i18n, app.importResolver(program))
  return found ? found.catalogs : []
}

interface NamedSkill {
  readonly name: string
  /** Relative to the app's root. */
  readonly file: string
}

/** Returns the skills: a `SKILL.md` is named after its folder, any other file after itself. */
export function listSkills({ conventions }: AppOutline, root: string): readonly NamedSkill[] {
  const { skills } = conventions.files
  if (skills === undefined) return []
  const files = filesIn(root, skills, /\.md$/i).filter((file) => !/(?:^|\/)README\.md$/i.test(file))
  const packages = files.filter((file) => file.endsWith('/SKILL.md')).map((file) => file.slice(0, -'SKILL.md'.length))
  return files
    .filter((file) => file.endsWith('/SKILL.md') || !packages.some((folder) => file.startsWith(folder)))
    .map((file) => ({ name: /([^/]+)(?:\/SKILL)?\.md$/i.exec(file)?.[1] ?? file, file }))
}
