import { type Ctx, redirect } from '@fw/runtime'

/** Redirects callers who aren't staff to the sign-in page. Pages call it first; the apis have scopes. */
export function requireStaff({ scopes, path }: Ctx): void {
  if (!scopes.includes('staff')) redirect(`/sign-in?next=${encodeURIComponent(path)}`)
}
