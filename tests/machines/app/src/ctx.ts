/** Identifies the caller by a header that a proxy would set. */
export default function ctx(request: Request): { userId: string | undefined } {
  return { userId: request.headers.get('x-user') ?? undefined }
}
