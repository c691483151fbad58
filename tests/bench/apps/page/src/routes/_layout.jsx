export default function Layout(props) {
  return (
    <>
      <header>
        <a href="/">Cups</a>
        <nav>
          <a href="/?page=2">More</a>
        </nav>
      </header>
      <main>{props.children}</main>
      <footer>Made of clay.</footer>
    </>
  )
}
