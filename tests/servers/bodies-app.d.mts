import type { FwServer, FwServerOptions } from '../../runtime/src/server.ts'

/** A server that returns every kind of `Response` and reads every kind of request body. */
export function createBodiesServer(options?: FwServerOptions): FwServer
