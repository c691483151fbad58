/** Limits words in documentation, doc comments and messages that readers would have to learn first. */
import ts from 'typescript'
import { parse } from '../imports.ts'
import { PACKAGES } from '../layers.ts'
import { isScript, type SourceFile } from '../source-tree.ts'

export interface WordLimit {
  readonly title: string
  readonly pattern: RegExp
  /** Maximum of occurrences per 1,000 words. */
  readonly most: number
}

/** One line per word. The limits are those of projects with documentation that is easy to read. */
export const WORD_LIMITS: readonly WordLimit[] = [
  { title: 'answer', pattern: /\banswer(?:s|ed|ing)?\b/gi, most: 0.5 },
  { title: 'tell, say', pattern: /\b(?:tells?|told|telling|says?|said|saying)\b/gi, most: 0.5 },
  { title: 'nobody, whoever, somebody', pattern: /\b(?:nobody|whoever|somebody|anybody|whom)\b/gi, most: 0 },
  { title: 'keep', pattern: /\b(?:kept|keeps)\b/gi, most: 0.6 },
  { title: 'go, come, stand, lie', pattern: /\b(?:goes|comes|stands|lies)\b/gi, most: 0.3 },
  { title: 'is no', pattern: /\b(?:is|are) (?:no|none)\b/gi, most: 0.1 },
]

export interface WordShare {
  readonly title: string
  readonly count: number
  /** Occurrences per 1,000 words. */
  readonly share: number
  readonly most: number
}

/** Counts the words of each limit in a text. */
export function measureWords(
  texts: readonly string[],
  limits: readonly WordLimit[] = WORD_LIMITS,
): readonly WordShare[] {
  const words = texts.reduce((sum, text) => sum + (text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0), 0)
  return limits.map(({ title, pattern, most }) => {
    const count = texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
    return { title, count, share: words === 0 ? 0 : (count / words) * 1000, most }
  })
}

/** Lists the Markdown that users read, without its code. Snapshots and test apps are not documentation. */
export function listDocuments(files: readonly SourceFile[]): readonly SourceFile[] {
  return files
    .filter(({ path }) => path.endsWith('.md') && !/^(?:snapshots|tests)\//.test(path))
    .map(({ path, text }) => ({ path, text: text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '') }))
}

/** Lists the doc comments and the messages of a source file: strings of at least three words. */
export function listSourceTexts(file: SourceFile): readonly string[] {
  const comments = file.text.match(/\/\*\*[\s\S]*?\*\//g) ?? []
  const messages: string[] = []
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node)
    if ((isText || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) && / \S+ /.test(node.text)) {
      messages.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  return [...comments, ...messages]
}

/** Lists the scripts of the packages. */
export function listSources(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter(({ path }) => isScript(path) && PACKAGES.some(({ source }) => path.startsWith(`${source}/`)))
}
