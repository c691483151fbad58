/** Replaces a page with a view transition. Loaded if the app uses transitions. */

/**
 * Runs `swap` in a transition, or without one if the browser has none or the user prefers reduced motion. Rejects if
 * `swap` does.
 */
export async function swapSmoothly(swap: () => Promise<void>): Promise<void> {
  // An element of a user with this name would be a member of the document.
  if (!(document.startViewTransition instanceof Function) || matchMedia('(prefers-reduced-motion: reduce)').matches)
    return swap()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(swap)
  // The transition may be skipped, as in a background tab; the page is shown regardless.
  for (const ending of [ready, finished]) ending.catch(() => {})
  await updateCallbackDone
}
