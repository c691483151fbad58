/** The examples of many rules as one app, so that one look at it finds all that they show. */
import { posix } from 'node:path'
import ts from 'typescript'
import { examples, type Files, readPage } from './rule-pages.ts'

export interface PackedApp {
  readonly files: Files
  /** The rule whose example a file is of; undefined for the configuration and the messages, which are of several. */
  codeOf(file: string): string | undefined
}

const CONFIG = 'fw.config.ts'
const I18N = 'src/i18n.ts'

/** The incorrect examples of these rules. A file whose place is taken gets another name. */
export function packedApp(codes: readonly string[]): PackedApp {
  const files: Record<string, string> = {}
  const owners = new Map<string, string>()
  const configs: string[] = []
  const translations: string[] = []
  for (const code of codes) {
    const { [CONFIG]: config, [I18N]: messages, ...rest } = examples(readPage(code), 'Incorrect')
    if (config !== undefined) configs.push(config)
    if (messages !== undefined) translations.push(messages)
    for (const [file, text] of Object.entries(renamed(rest, files))) {
      files[file] = text
      owners.set(file, code)
    }
  }
  return {
    files: {
      ...files,
      ...(configs.length > 0 && { [CONFIG]: mergedConfig(configs) }),
      ...(translations.length > 0 && { [I18N]: mergedMessages(translations) }),
    },
    codeOf: (file) => owners.get(file),
  }
}

/** Moves `files` to unused paths, and updates their imports of each other. */
function renamed(files: Files, taken: Files): Files {
  const names = Object.keys(files).map((file) => [file, freeName(file, taken)] as const)
  const follow = (text: string) =>
    names.reduce((now, [from, to]) => now.replaceAll(`/${posix.basename(from)}'`, `/${posix.basename(to)}'`), text)
  return Object.fromEntries(names.map(([from, to]) => [to, follow(files[from] ?? '')]))
}

function freeName(file: string, taken: Files): string {
  const { dir, base } = posix.parse(file)
  const [stem = '', ...endings] = base.split('.')
  const name = (index: number) => posix.join(dir, [index === 0 ? stem : `${stem}-${index}`, ...endings].join('.'))
  let index = 0
  while (taken[name(index)] !== undefined) index += 1
  return name(index)
}

/** The German of the examples differs: each has a language of its own, beside the one English. */
function mergedMessages(texts: readonly string[]): string {
  const GERMAN = /^ {4}de: (.*),$/m
  const all = [...new Set(texts.map((text) => GERMAN.exec(text)?.[1]))]
  const languages = ['de', 'nl', 'sv', 'da'].slice(0, all.length)
  if (languages.length < all.length) throw new Error('More examples with messages than languages: name another one.')
  const lines = languages.map((language, index) => `    ${language}: ${all[index]},`)
  return (texts[0] ?? '')
    .replace("['en', 'de']", `['en', ${languages.map((language) => `'${language}'`).join(', ')}]`)
    .replace(GERMAN, lines.join('\n'))
}

/** One configuration with the fields of all; lists are joined. */
function mergedConfig(texts: readonly string[]): string {
  const fields = new Map<string, { readonly isList: boolean; readonly values: string[] }>()
  for (const text of texts) {
    const file = ts.createSourceFile(CONFIG, text, ts.ScriptTarget.Latest, true)
    for (const { name, initializer } of assignments(file)) {
      const isList = ts.isArrayLiteralExpression(initializer)
      const values = isList ? initializer.elements.map((one) => one.getText()) : [initializer.getText()]
      const known = fields.get(name)
      if (known?.isList === true) known.values.push(...values)
      else fields.set(name, { isList, values })
    }
  }
  const lines = [...fields].map(([name, { isList, values }]) => {
    const value = values.join(', ')
    return `  ${name}: ${isList ? `[${value}]` : value},\n`
  })
  return `export default {\n${lines.join('')}}\n`
}

/** Of the first object of the file. */
function assignments(node: ts.Node): { name: string; initializer: ts.Expression }[] {
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((member) =>
      ts.isPropertyAssignment(member) ? [{ name: member.name.getText(), initializer: member.initializer }] : [],
    )
  return (
    ts.forEachChild(node, (child) => {
      const found = assignments(child)
      return found.length > 0 ? found : undefined
    }) ?? []
  )
}
