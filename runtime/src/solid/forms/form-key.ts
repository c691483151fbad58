/** Keys that identify a rendered form, so that sending it twice calls its api once. */

/** Returns 144 random bits as base64url. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
