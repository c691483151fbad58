import type { PageProps } from '@fw/runtime'
import { AddBox } from '../add-box.tsx'

export default ({ ctx }: PageProps) => {
  const flash = (ctx as { flash?: string }).flash
  if (flash) ctx.headers.append('set-cookie', 'flash=; Path=/; Max-Age=0')
  return (
    <main>
      <h1>Thanks</h1>
      <p id="flash">{flash ?? 'no message'}</p>
      <AddBox />
      <ul>
        {Array.from({ length: 60 }, (_, index) => (
          <li id={`item-${index}`} style={{ height: '60px' }}>
            {index}
          </li>
        ))}
      </ul>
    </main>
  )
}
