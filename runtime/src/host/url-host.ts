/** Formats a hostname for a URL. Browsers can't open the address of all interfaces, so `localhost` replaces it. */
export function formatUrlHost(hostname: string): string {
  if (hostname === '0.0.0.0' || hostname === '::') return 'localhost'
  return hostname.includes(':') ? `[${hostname}]` : hostname
}
