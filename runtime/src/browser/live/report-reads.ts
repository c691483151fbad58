/**
 * Tells the page's tools of `fw dev` which live reads it shows. Called only inside `import.meta.hot`, which a build of any mode
 * replaces by `undefined`, so a build contains nothing of this.
 */

/** Keeps the receipts of the reads, and dispatches the change. The overlay has the same literals, because it loads separately. */
export function reportReads(receipts: readonly string[]): void {
  ;(globalThis as { fwLiveReceipts?: readonly string[] }).fwLiveReceipts = receipts // read by the overlay
  document.dispatchEvent(new Event('fw:live-reads'))
}
