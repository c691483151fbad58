// @file package.json
{ "name": "admin", "dependencies": { "next": "16.0.0" } }
// @file pages/admin.tsx
export default function Admin() {
  return <p>Admin secrets</p>
}
// @file proxy.ts
import { NextResponse, type NextRequest } from 'next/server'

export function proxy(request: NextRequest) {
  if (!request.cookies.has('session')) return new NextResponse('Sign in', { status: 401 })
}
export const config = { matcher: '/admin/:path*' }
// @file src/middleware.ts
export { default } from 'next-auth/middleware'
// @file lib/proxy.ts
export const proxy = 'http://127.0.0.1:8080'
