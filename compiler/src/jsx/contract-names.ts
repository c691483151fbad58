/** Names of the contracts of page tools in compiled code and in contract modules. */

/**
 * Returns the id of the module with the sources of a file's contracts, which its code imports. `chunk`: `createChunkId`
 * of the file.
 */
export function sourcesId(chunk: string): string {
  return `fw:sources/${chunk}`
}

/** Returns the id of the module with the contracts themselves, schemas included. */
export function toolsId(chunk: string): string {
  return `fw:tools/${chunk}`
}

/** Returns the export for a tool in both modules: `AddToCart$add`. Tool names never contain a `$`. */
export function contractName(tool: string): string {
  return tool.replace('.', '$').replace(/[^\w$]/g, '_')
}

/** Id of the module with the parts of all api contracts that lists of tools contain. */
export const LISTED_CONTRACTS = 'fw:listed'
