import { MetaProvider } from '@solidjs/meta'
import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { Suspense } from 'solid-js'

const Layout = (props) => (
  <MetaProvider>
    <header>
      <a href="/">Cups</a>
      <nav>
        <a href="/?page=2">More</a>
      </nav>
    </header>
    <main>
      <Suspense>{props.children}</Suspense>
    </main>
    <footer>Made of clay.</footer>
  </MetaProvider>
)

export default function App() {
  return (
    <Router root={Layout}>
      <FileRoutes />
    </Router>
  )
}
