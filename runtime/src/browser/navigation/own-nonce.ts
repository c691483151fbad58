/**
 * Returns the nonce for scripts of this document; empty without a content security policy, and without a script of the server in the
 * head: markup that was injected into the page is in the body.
 */
export function ownNonce(): string {
  // Once an element is in a document, only the property has the nonce.
  return document.querySelector<HTMLElement>('html>head>script[nonce]')?.nonce ?? ''
}
