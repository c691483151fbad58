/** `docs/reference/config.md`: every field of `fw.config.ts`, from the doc comments of its type. */
import ts from 'typescript'
import type { SourceFile } from '../source-tree.ts'

const SOURCES = [
  'runtime/src/contract/config/config.ts',
  'runtime/src/contract/config/platform.ts',
  'runtime/src/contract/config/vite-options.ts',
  'runtime/src/contract/page/cache.ts',
  'runtime/src/contract/page/feed.ts',
]
const FIELDS = ['ConfigData', 'FwConfig']

export const CONFIG_PAGE = 'docs/reference/config.md'

/** Prints the page. `files`: the sources of the configuration's types. Throws for a field without a comment. */
export function printConfig(files: readonly SourceFile[]): string {
  const statements = SOURCES.flatMap((path) => {
    const text = inlineAliases(files.find((file) => file.path === path)?.text ?? '', readAliases(files))
    return [...ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements]
  })
  const interfaces = statements.filter(ts.isInterfaceDeclaration)
  const fields = interfaces.filter(({ name }) => FIELDS.includes(name.text)).flatMap(({ members }) => [...members])
  const parts = collectTypes(interfaces, fields)
  const sections = sorted(fields).map((field) => {
    const prose = readProse(field)
    if (prose === '') throw new Error(`${getName(field)} of FwConfig has no comment`)
    return `### ${getName(field)}\n\n${typeLine(field, parts)}\n\n${prose}\n`
  })
  const tables = parts.map((part) => `### ${part.name.text}\n\n${table(part)}`)
  return `${HEAD}\n## Fields\n\n${sections.join('\n')}\n## Types of fields\n\n${tables.join('\n')}`
}

const HEAD = `# fw.config.ts

The fields of the type \`FwConfig\`. All are optional. The file exports \`defineConfig({ … })\` of \`@fw/runtime\` as its
default. Except for \`feed\` and \`vite\`, the fields contain only data. [Configuration](../guide/configuration.md) describes how
mistakes are reported. The Vite plugin accepts the same fields as options, which take precedence, without \`vite\`.
`

/** Returns the named unions, by their names. Readers of the page don't know these. */
function readAliases(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const aliases = SOURCES.flatMap((path) => {
    const text = files.find((file) => file.path === path)?.text ?? ''
    return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.filter(ts.isTypeAliasDeclaration)
  })
  const unions = aliases.filter(({ type }) => ts.isUnionTypeNode(type))
  return new Map(unions.map(({ name, type }) => [name.text, type.getText()]))
}

/** Writes the values of named unions in place of their names. */
function inlineAliases(text: string, aliases: ReadonlyMap<string, string>): string {
  return [...aliases].reduce(
    (all, [name, union]) => all.replace(new RegExp(`(\\w\\??: )${name}\\b`, 'g'), `$1${union}`),
    text,
  )
}

/** Returns the interfaces that the fields refer to, and those that these refer to, in order of first use. */
function collectTypes(interfaces: readonly ts.InterfaceDeclaration[], fields: readonly ts.TypeElement[]) {
  const met: ts.InterfaceDeclaration[] = []
  const look = (members: readonly ts.TypeElement[]): void => {
    const words = sorted(members).flatMap((member) => typeText(member).match(/\b[A-Z]\w+/g) ?? [])
    for (const word of words) {
      const found = interfaces.find(({ name }) => name.text === word)
      if (found === undefined || met.includes(found)) continue
      met.push(found)
      look(found.members.slice())
    }
  }
  look(fields)
  return met
}

function sorted(fields: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  return [...fields].sort((left, right) => (getName(left) < getName(right) ? -1 : 1))
}

function getName(field: ts.TypeElement): string {
  return field.name?.getText() ?? ''
}

function typeText(field: ts.TypeElement): string {
  return ts.isPropertySignature(field) ? (field.type?.getText() ?? '').replace(/\s+/g, ' ') : ''
}

function typeLine(field: ts.TypeElement, parts: readonly ts.InterfaceDeclaration[]): string {
  const named = parts.filter(({ name }) => new RegExp(`\\b${name.text}\\b`).test(typeText(field)))
  const links = named.map(({ name }) => `[${name.text}](#${name.text.toLowerCase()})`)
  return [`Type: \`${typeText(field)}\`.`, ...(links.length > 0 ? [`See ${links.join(', ')}.`] : [])].join(' ')
}

/** Returns the comment, and the values in its tags. */
function readProse(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const words = oneLine(ts.getTextOfJSDocComment(comment?.comment) ?? '')
  const tags = (comment?.tags ?? []).map((tag) => {
    const value = oneLine(ts.getTextOfJSDocComment(tag.comment) ?? '')
    return `\`@${tag.tagName.text}${value === '' ? '' : ` ${value}`}\``
  })
  return [words, ...(tags.length > 0 ? [`(${tags.join(', ')})`] : [])].filter((part) => part !== '').join(' ')
}

function table(part: ts.InterfaceDeclaration): string {
  const rows = part.members.map((member) => {
    const optional = member.questionToken === undefined ? ', required' : ''
    return [`\`${getName(member)}\`${optional}`, `\`${typeText(member)}\``, readProse(member)]
  })
  const comment = readProse(part)
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  return `${comment === '' ? '' : `${comment}\n\n`}| member | type | meaning |\n| --- | --- | --- |\n${lines.join('\n')}\n`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
