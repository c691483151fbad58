/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useState } from 'react'

interface StarsProps {
  readonly label: string
  /** The chosen number of stars; 0 for none. */
  readonly value: number
  readonly onRate: (stars: number) => unknown
}

/** Five buttons. A prop sets the chosen one; the component tracks the hovered one itself. */
function StarButtons({ label, value, onRate }: StarsProps) {
  const [pointed, setPointed] = useState(0)
  return (
    <fieldset className="stars" onPointerLeave={() => setPointed(0)}>
      <legend className="soft">{label}</legend>
      <span className="row">
        {[1, 2, 3, 4, 5].map((stars) => (
          <button
            key={stars}
            type="button"
            className={stars <= (pointed || value) ? 'star lit' : 'star'}
            aria-pressed={stars === value}
            aria-label={stars === 1 ? '1 star' : `${stars} stars`}
            onPointerEnter={() => setPointed(stars)}
            onClick={() => onRate(stars)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z" />
            </svg>
          </button>
        ))}
      </span>
    </fieldset>
  )
}

export const Stars = island(StarButtons)
