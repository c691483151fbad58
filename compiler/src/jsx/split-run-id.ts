/** Naming of the file of an intent's run: the file of its component, with a query. */
import { basename } from 'node:path'

/** Ends with `.js`, so that tools that strip types from TypeScript ignore it. */
const QUERY = /\?fw-run=([\w$]+)\.js$/

/** Returns the id that the component's file imports. `name`: `contractName` of the tool. */
export function splitRunId(file: string, name: string): string {
  return `./${basename(file)}?fw-run=${name}.js`
}

/** Returns the file and the intent of an id, or `undefined` for any other id. */
export function parseSplitRunId(id: string): { readonly file: string; readonly name: string } | undefined {
  const [, name] = QUERY.exec(id) ?? []
  return name === undefined ? undefined : { file: id.replace(QUERY, ''), name }
}
