/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useId, useState } from 'react'

interface ChartProps {
  readonly name: string
  readonly ratings: readonly number[]
}

/** An island of its own on a page: nothing of Solid is loaded for it. */
function Chart({ name, ratings }: ChartProps) {
  const [share, setShare] = useState(false)
  const id = useId()
  const total = ratings.reduce((sum, count) => sum + count, 0)
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption className="row">
        <span id={id}>{name}</span>
        <button type="button" className="quiet" aria-pressed={share} onClick={() => setShare(!share)}>
          In percent<span className="visually-hidden"> for {name}</span>
        </button>
      </figcaption>
      <ol>
        {ratings.map((count, index) => (
          <li key={index}>
            <span>{index + 1} ★</span>
            <svg viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={count} height="1" />
            </svg>
            <span>{share ? `${Math.round((100 * count) / total)} %` : count}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

export const RatingChart = island(Chart, { when: 'visible' })
