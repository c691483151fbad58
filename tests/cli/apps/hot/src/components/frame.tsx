import { createSignal, type JSX } from 'solid-js'
import { Theme } from './theme.ts'

export function Frame(props: { children: JSX.Element }) {
  const [theme, setTheme] = createSignal('light')
  return (
    <Theme.Provider value={theme}>
      <div class="frame">
        <button type="button" class="theme" onClick={() => setTheme('dark')}>
          frame {theme()}
        </button>
        {props.children}
      </div>
    </Theme.Provider>
  )
}
