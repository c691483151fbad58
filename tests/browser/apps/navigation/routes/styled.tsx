export const meta = {
  title: 'Styled',
  head: [
    { tag: 'link', attrs: { rel: 'stylesheet', href: '/own.css' } },
    { tag: 'meta', attrs: { name: 'theme-color', content: 'green' } },
  ],
}

export default () => (
  <main>
    <h1>Styled</h1>
  </main>
)
