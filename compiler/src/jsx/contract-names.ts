/** How compiled code and the modules of contracts name the contracts of a page's tools. */

/** Id of the module with the sources of the contracts of one file: what its code imports. `chunk`: `createChunkId` of the file. */
export function sourcesId(chunk: string): string {
  return `fw:sources/${chunk}`
}

/** Id of the module with the contracts themselves, schemas included. */
export function toolsId(chunk: string): string {
  return `fw:tools/${chunk}`
}

/** The export of both for a tool: `AddToCart$add`. No name of a tool has a `$`. */
export function contractName(tool: string): string {
  return tool.replace('.', '$').replace(/[^\w$]/g, '_')
}
