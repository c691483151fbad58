// @file lib/proxy.ts
export const proxy = 'http://127.0.0.1:8080'
// @file package.json
{ "name": "admin", "dependencies": {
  "@fw/cli": "0.2.0",
  "@fw/runtime": "0.2.0",
  "solid-js": "1.9.19"
}, "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" },
  "type": "module" }
// @file proxy.ts
// fw-codemod next-pages-to-routes: The checks of this file no longer run. Move them to the default export of src/middleware.ts with the paths of its matcher, and protect functions with scopes or in src/ctx.ts.
import { NextResponse, type NextRequest } from 'next/server'

export function proxy(request: NextRequest) {
  if (!request.cookies.has('session')) return new NextResponse('Sign in', { status: 401 })
}
export const config = { matcher: '/admin/:path*' }
// @file src/middleware.ts
// fw-codemod next-pages-to-routes: The checks of this file no longer run. Move them to the default export of src/middleware.ts with the paths of its matcher, and protect functions with scopes or in src/ctx.ts.
export { default } from 'next-auth/middleware'
// @file src/routes/admin.tsx
export default function Admin() {
  return <p>Admin secrets</p>
}
// @file tsconfig.json
{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "preserve",
    "jsxImportSource": "solid-js",
    "strict": true,
    "isolatedModules": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "files": [".fw/types/register.d.ts"],
  "include": ["src", "fw.config.ts", ".fw/types"]
}
// @left proxy.ts:2 The checks of this file no longer run. Move them to the default export of src/middleware.ts with the paths of its matcher, and protect functions with scopes or in src/ctx.ts.
// @left src/middleware.ts:2 The checks of this file no longer run. Move them to the default export of src/middleware.ts with the paths of its matcher, and protect functions with scopes or in src/ctx.ts.
