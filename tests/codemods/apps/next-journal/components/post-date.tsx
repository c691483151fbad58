import React from 'react'

type Props = { date: string }

/** The day, as people write it. */
const PostDate: React.FC<Props> = ({ date }) => {
  return <time dateTime={date}>{new Date(date).toUTCString().slice(5, 16)}</time>
}

export default PostDate
