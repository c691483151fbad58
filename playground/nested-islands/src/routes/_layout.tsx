import type { LayoutProps } from '@fw/runtime'
import { RoundTimer } from '../components/round-timer.tsx'
import { WaterMeter } from '../components/water-meter.tsx'

export default function RootLayout({ children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="site-header">
        <a class="wordmark" href="/">
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            <path d="M3 28V14L16 4l13 10v14zM16 4v24M3 14h26" />
          </svg>
          Glasshouse
        </a>
        <nav class="site-nav" aria-label="Site">
          <a href="/">House</a>
          <a href="/journal">Journal</a>
          <a href="/faults">Faults</a>
        </nav>
      </header>
      <main id="main">{children}</main>
      <footer class="site-footer">
        <RoundTimer client:persist />
        <WaterMeter />
      </footer>
    </>
  )
}
