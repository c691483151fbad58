/**
 * Returns the token of an `Authorization` header, or `undefined` for any other scheme: one space after the scheme, which is
 * case-insensitive (RFC 9110 section 11.1), and the token exactly as it was sent.
 */
export function readBearerToken(authorization: string | null | undefined): string | undefined {
  return /^bearer (.+)$/i.exec(authorization ?? '')?.[1]
}
