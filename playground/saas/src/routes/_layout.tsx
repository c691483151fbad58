import type { LayoutProps } from '@fw/runtime'
import { SiteHeader } from '../components/site-header.tsx'

export default function RootLayout({ ctx, children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <SiteHeader
        path={ctx.path}
        userName={ctx.user?.name}
        organization={ctx.organization?.name}
        isSiteAdmin={ctx.scopes.includes('site-admin')}
      />
      <main id="main">{children}</main>
    </>
  )
}
