/** Who calls, as an app would say it: a header that a proxy sets. */
export default function ctx(request: Request): { userId: string | undefined } {
  return { userId: request.headers.get('x-user') ?? undefined }
}
