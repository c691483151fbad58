/** Tells screen readers which page was opened, as browsers do for a document. */

/** There once `startAnnouncing` has run. Navigations leave it alone. Nobody sees it. */
export let announcer: HTMLElement | undefined

/** Must run before the first text: readers announce changes. Not at import, which servers do too. */
export function startAnnouncing(): void {
  announcer = document.createElement('div')
  announcer.id = 'fw-announcer'
  announcer.ariaLive = 'assertive'
  announcer.style.cssText = 'position:fixed;clip-path:inset(50%)'
  document.body.append(announcer)
}

/** Announces the page by its title. */
export function announcePage(): void {
  const region = announcer as HTMLElement // navigations begin after it
  region.textContent = document.title || location.pathname
}
