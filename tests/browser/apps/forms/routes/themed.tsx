import { LaterBox } from '../later-box.tsx'

/** Styles of a user, which the app has forgotten to check. Tests set them. */
const readStyles = () => (globalThis as { fwTestStyles?: string }).fwTestStyles ?? ''

export default () => (
  <main>
    <style>{readStyles()}</style>
    <LaterBox />
  </main>
)
