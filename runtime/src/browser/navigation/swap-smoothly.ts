/** One page becomes another by a view transition. Loaded where the app asks for them. */

/** Rejects when `swap` does. Without a transition where the browser has none, or the person prefers less motion. */
export async function swapSmoothly(swap: () => Promise<void>): Promise<void> {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) return swap()
  const { ready, finished, updateCallbackDone } = document.startViewTransition(swap)
  // It may be skipped, as in a tab that nobody sees; the page is shown all the same.
  for (const ending of [ready, finished]) ending.catch(() => {})
  await updateCallbackDone
}
