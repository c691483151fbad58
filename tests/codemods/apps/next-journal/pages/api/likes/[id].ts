import type { NextApiRequest, NextApiResponse } from 'next'
import { like } from '@/lib/posts'

type Data = { likes: number } | { error: string }

// Say that a post is liked.
export default async function handler(req: NextApiRequest, res: NextApiResponse<Data>) {
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'POST')
    return res.status(405).json({ error: 'Use POST.' })
  }
  const { id } = req.query
  const likes = await like(String(id))
  if (likes === undefined) {
    return res.status(404).json({ error: 'There is no such post.' })
  }
  res.status(200).json({ likes })
}
