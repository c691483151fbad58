/** Navigation that code asks for. Apart from what follows links: most pages never load it. */
import { announcer } from './announce.ts'
import { ASKED, startNavigation } from './follow-links.ts'

/**
 * Goes to an address as a link would. Resolves when its page is shown, or when another navigation took over; where the
 * browser loads the page anew, never. Throws a `TypeError` for what is no http(s) address, and for another site without `https:`.
 */
export async function navigate(url: string): Promise<void> {
  const { href, protocol, origin, pathname } = new URL(url, location.href)
  // A path that a browser reads as a host, such as "/\t//evil.example", is a mistake or an attack: another site has its scheme.
  const isOther = origin !== location.origin && !/^https?:/i.test(url)
  // Two slashes at the beginning of a path are a host to whatever reads that path by itself.
  if (!/^https?:$/.test(protocol) || isOther || (origin === location.origin && pathname.startsWith('//')))
    throw new TypeError(`navigate() goes to http and https addresses, and not to "${url}".`)
  startNavigation()
  // There is one where links are followed.
  if (announcer && origin === location.origin)
    await navigation.navigate(href, { info: ASKED }).finished?.catch(() => {})
  else {
    location.assign(href)
    await new Promise(() => {})
  }
}
