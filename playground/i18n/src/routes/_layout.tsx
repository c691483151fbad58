import { href, type LayoutProps, switchPath, t, useI18n } from '@fw/runtime'
import { For } from 'solid-js'

export default function Layout(props: LayoutProps) {
  const { locale, locales, nameOf } = useI18n()
  return (
    <>
      <a class="skip" href="#content">
        {t('site.skip')}
      </a>
      <header>
        <a class="name" href={href('/')}>
          {t('site.name')}
        </a>
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
        </nav>
      </header>
      <main id="content">{props.children}</main>
      <footer>{t('site.footer')}</footer>
    </>
  )
}
