/** Returns the nonce for scripts of this document; empty without a content security policy. */
export function ownNonce(): string {
  // Once an element is in a document, only the property has the nonce.
  return document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
}
