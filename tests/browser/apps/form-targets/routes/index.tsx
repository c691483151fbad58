import type { PageProps } from '@fw/runtime'
import { add } from '../account.api.ts'
import { AddBox } from '../add-box.tsx'

export default ({ ctx }: PageProps) => {
  const flash = (ctx as { flash?: string }).flash
  if (flash) ctx.headers.append('set-cookie', 'flash=; Path=/; Max-Age=0')
  return (
    <main>
      <h1>Items</h1>
      <p id="flash">{flash ?? 'no message'}</p>
      {['/thanks#item-40', '/#item-40', '/thanks'].map((to) => (
        <form action={add} id={`to${to.replace(/\W/g, '-')}`}>
          <input type="hidden" name="to" value={to} />
          <button type="submit">Add</button>
        </form>
      ))}
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
