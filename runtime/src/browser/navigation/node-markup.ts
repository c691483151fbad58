/** Returns the markup of a node of the head or of a script, without the nonce, which a node in a document hides. */
export function getMarkup({ outerHTML }: Element): string {
  return outerHTML.replace(/ nonce="[^"\s]*"/, '')
}
