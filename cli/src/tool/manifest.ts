/** Reads the manifest as an agent gets it: over the app's own HTTP boundary, with its own `ctxFor`. */
import { type ErrorEnvelope, MANIFEST_PATH, type Manifest, ORIGIN_HEADER } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import type { CallerHeaders } from './caller.ts'

/** Placeholder origin of in-process requests. No server listens there. */
export const IN_PROCESS_ORIGIN = 'http://localhost'

/** Returns the manifest of a path, or the app's error response. By default the agent is anonymous. */
export async function readAppManifest(
  server: FwServer,
  path: string,
  headers: CallerHeaders = { [ORIGIN_HEADER]: 'agent' },
): Promise<Manifest | ErrorEnvelope> {
  const url = new URL(MANIFEST_PATH, IN_PROCESS_ORIGIN)
  url.searchParams.set('path', path)
  const response = await server.fetchInProcess(new Request(url, { headers }))
  return (await response.json()) as Manifest | ErrorEnvelope // the two responses of this endpoint
}
