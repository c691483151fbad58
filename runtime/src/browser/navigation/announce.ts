/** Announces the opened page to screen readers, as browsers do for a document. */

/** Exists once `startAnnouncing` has run. It is invisible, and navigations preserve it. */
export let announcer: HTMLElement | undefined

/**
 * Creates the live region. It must exist before its first text, because screen readers announce changes. It isn't
 * created at import, because servers import this module too.
 */
export function startAnnouncing(): void {
  announcer = document.createElement('div')
  announcer.id = 'fw-announcer'
  announcer.ariaLive = 'assertive'
  announcer.style.cssText = 'position:fixed;clip-path:inset(50%)'
  document.body.append(announcer)
}

/** Announces the page by its title. */
export function announcePage(): void {
  const region = announcer as HTMLElement // navigations start after it exists
  // An image with the name `title` is a member of the document, too.
  region.textContent = Reflect.get(Document.prototype, 'title', document) || location.pathname
}
