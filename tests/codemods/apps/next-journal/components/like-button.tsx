'use client'

import { useState } from 'react'

export default function LikeButton({ id, likes }: { id: string; likes: number }) {
  const [count, setCount] = useState(likes)
  return (
    <button type="button" className="like" data-post={id} onClick={() => setCount(count + 1)}>
      {count} likes
    </button>
  )
}
