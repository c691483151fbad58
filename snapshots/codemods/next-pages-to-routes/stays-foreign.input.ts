// @file package.json
{ "name": "other", "dependencies": { "react": "19.1.0" } }
// @file pages/index.tsx
import { useState } from 'react'

export default function Page() {
  const [count, setCount] = useState(0)
  return <button className="a" onClick={() => setCount(count + 1)}>{count}</button>
}
