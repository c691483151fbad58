/** Navigation by code. Separate from following links, because most pages never load it. */
import { announcer } from './announce.ts'
import { ASKED, startNavigation } from './follow-links.ts'

/**
 * Navigates to a URL like a link. Resolves when the page is shown, or when another navigation took over; never
 * resolves if the browser loads a new document.
 *
 * @throws TypeError for a URL that isn't http(s), and for another site without `https:`.
 */
export async function navigate(url: string): Promise<void> {
  const { href, protocol, origin, pathname } = new URL(url, location.href)
  // A path that a browser reads as a host, such as "/\t//evil.example", is a mistake or an attack: URLs of other
  // sites need a scheme.
  const isOther = origin !== location.origin && !/^https?:/i.test(url)
  // Two slashes at the start of a path are a host for any code that reads the path by itself.
  if (!/^https?:$/.test(protocol) || isOther || (origin === location.origin && pathname.startsWith('//')))
    throw new TypeError(`navigate() accepts http and https URLs, but not "${url}".`)
  startNavigation()
  // Exists if links are followed.
  if (announcer && origin === location.origin)
    await navigation.navigate(href, { info: ASKED }).finished?.catch(() => {})
  else {
    location.assign(href)
    await new Promise(() => {})
  }
}
