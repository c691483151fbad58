/** Parses files for a program. */
import { type ts, typescript } from './typescript.ts'

type Language = ts.ScriptTarget | ts.CreateSourceFileOptions

/**
 * Parses a file without doc comments, which are read where they are needed. Nodes have parents once the program has a
 * checker.
 */
export function parseFile(path: string, text: string, language: Language): ts.SourceFile {
  return typescript.createSourceFile(path, text, {
    ...toOptions(language),
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
  })
}

/** Parses a file (absolute) with its doc comments before there is a program. Its nodes have parents. */
export function parseTree(path: string, text: string): ts.SourceFile {
  return typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true)
}

/** Gives a tree of `parseTree` the state that a program needs, so that the file isn't parsed twice. */
export function adoptTree(tree: ts.SourceFile, language: Language): ts.SourceFile {
  const { languageVersion, impliedNodeFormat, setExternalModuleIndicator } = toOptions(language)
  tree.languageVersion = languageVersion
  if (impliedNodeFormat !== undefined) tree.impliedNodeFormat = impliedNodeFormat
  setExternalModuleIndicator?.(tree)
  return tree
}

function toOptions(language: Language): ts.CreateSourceFileOptions {
  return typeof language === 'object' ? language : { languageVersion: language }
}
