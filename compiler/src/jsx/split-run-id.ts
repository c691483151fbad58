/** How the file of an intent's run is named: after the file of its component, with a query. */
import { basename } from 'node:path'

/** Ends with `.js`, so that what strips types from TypeScript leaves it alone. */
const QUERY = /\?fw-run=([\w$]+)\.js$/

/** The id that the component's file imports. `name`: `contractName` of the tool. */
export function splitRunId(file: string, name: string): string {
  return `./${basename(file)}?fw-run=${name}.js`
}

/** The file and the intent that an id names; undefined for any other id. */
export function parseSplitRunId(id: string): { readonly file: string; readonly name: string } | undefined {
  const [, name] = QUERY.exec(id) ?? []
  return name === undefined ? undefined : { file: id.replace(QUERY, ''), name }
}
