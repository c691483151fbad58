/** Reads JSON with comments and trailing commas. */
import { ts } from 'ts-morph'

/** Throws a `SyntaxError` that names the file. */
export function parseJsonc(file: string, text: string): unknown {
  const { config, error } = ts.parseConfigFileTextToJson(file, text)
  if (error === undefined) return config
  throw new SyntaxError(`${file}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`)
}
