/** Parses files for a program. */
import { type ts, typescript } from './typescript.ts'

/**
 * Parses a file without doc comments, which are read where they are needed. Nodes have parents once the program has a
 * checker.
 */
export function parseFile(
  path: string,
  text: string,
  language: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile {
  const options = typeof language === 'object' ? language : { languageVersion: language }
  return typescript.createSourceFile(path, text, {
    ...options,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
  })
}
