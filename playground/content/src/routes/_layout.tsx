import { href, type LayoutProps, localePath, switchPath, t, useI18n } from '@fw/runtime'
import { For } from 'solid-js'
import { SITE_NAME } from '../site.ts'

export default function RootLayout({ children }: LayoutProps) {
  const { locale, locales, nameOf } = useI18n()
  return (
    <>
      <a class="skip" href="#content">
        {t('site.skip')}
      </a>
      <header class="site">
        <a class="name" href={href('/')}>
          {SITE_NAME}
        </a>
        <nav aria-label={t('site.menu')}>
          <a href={href('/tags')}>{t('site.tags')}</a>
          <a href={href('/search')}>{t('site.search')}</a>
        </nav>
      </header>
      <main id="content">{children}</main>
      <footer class="site">
        <nav aria-label={t('site.languages')}>
          <For each={locales}>
            {(one) => (
              <a
                href={switchPath(one)}
                rel="external nofollow"
                lang={one}
                hreflang={one}
                aria-current={one === locale ? 'true' : undefined}
              >
                {nameOf(one)}
              </a>
            )}
          </For>
          <a href={localePath('/feed.xml')}>{t('site.feed')}</a>
        </nav>
      </footer>
    </>
  )
}
