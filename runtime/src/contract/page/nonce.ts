/**
 * Selects a script whose nonce is that of the document. The server writes it into the head: markup that was injected into a page is in the
 * body, also with a nonce of its own.
 */
export const NONCE_SCRIPT = 'html>head>script[nonce]'
