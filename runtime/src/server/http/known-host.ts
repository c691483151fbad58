/** Refuses requests for hosts that aren't the app's, on a server that only this machine reaches. */
import { FwError } from '#contract/http/error.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { App } from '../app/app.ts'

/**
 * Whether only browsers and programs of this machine use the server, as far as it knows. A page of another site that resolves
 * its own host name to this machine would pass the same-site check.
 */
export function servesThisMachine({ loopback, policy }: App): boolean {
  return loopback && policy.proxyTrust === undefined
}

/** Throws `unknown_host` if the host isn't one of the app's. */
export function requireKnownHost({ host }: FwRequest, { loopback, policy }: App): void {
  if (policy.hostCheck(host, loopback)) return
  const proxy = loopback ? ', or set trustProxy if a proxy on this machine forwards its requests' : ''
  // The error doesn't quote the host: no response prints it.
  throw new FwError('unknown_host', {
    message: `Unknown host. If it is yours, set siteUrl or add it to allowedHosts${proxy}.`,
  })
}
