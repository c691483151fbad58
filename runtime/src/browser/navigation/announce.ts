/** Tells screen readers which page was opened, as browsers do for a document. */

/** Must be there before its text: readers announce changes. Navigations leave it alone. Nobody sees it. */
export const announcer: HTMLElement = document.createElement('div')
announcer.id = 'fw-announcer'
announcer.ariaLive = 'assertive'
announcer.style.cssText = 'position:fixed;clip-path:inset(50%)'

/** Announces the page by its title. */
export function announce(): void {
  announcer.textContent = document.title || location.pathname
}
