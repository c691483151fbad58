/** How files are parsed for a program. */
import { type ts, typescript } from './typescript.ts'

/**
 * The parser leaves doc comments aside, which are read where they matter. Nodes know their parents as soon as the program
 * has a checker.
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
