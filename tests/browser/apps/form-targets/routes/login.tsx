import { AddBox } from '../add-box.tsx'

export default () => (
  <main>
    <h1>Login</h1>
    <AddBox />
  </main>
)
