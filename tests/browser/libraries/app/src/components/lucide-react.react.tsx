/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'

/** A button whose icon changes with a click. */
export const Theme = island(function Theme() {
  const [isDark, setDark] = useState(false)
  return (
    <button type="button" onClick={() => setDark(!isDark)}>
      {isDark ? <Moon className="moon" /> : <Sun className="sun" />}
      Theme
    </button>
  )
})
