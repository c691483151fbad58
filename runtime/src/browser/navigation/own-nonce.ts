import { NONCE_SCRIPT } from '#contract/page/nonce.ts'

/** Returns the nonce for scripts of this document; empty without a content security policy, and without a script of the server in the head. */
export function ownNonce(): string {
  // Once an element is in a document, only the property has the nonce.
  return document.querySelector<HTMLElement>(NONCE_SCRIPT)?.nonce ?? ''
}
