import { listNotes } from '../board.api.ts'

export const meta = { title: 'Choices' }
export const live = true

const VALUES = ['a', 'b', 'c', 'd']

/** The first note is the choice of the server. */
export default async () => {
  const [choice] = await listNotes()
  return (
    <form method="post">
      <h1>{choice}</h1>
      {choice === 'c' ? <p contenteditable="true">A new text</p> : undefined}
      {VALUES.map((value) => (
        <input type="radio" name="radio" value={value} checked={value === choice} />
      ))}
      {VALUES.map((value) => (
        <input type="checkbox" name={`box-${value}`} checked={value === choice} />
      ))}
      {['chosen', 'untouched'].map((name) => (
        <select name={name}>
          {VALUES.map((value) => (
            <option value={value} selected={value === choice}>
              {value}
            </option>
          ))}
        </select>
      ))}
      <select name="disabled">
        <option disabled value="">
          Choose
        </option>
        <option value="x">X</option>
        <option value="y" selected={choice === 'c'}>
          Y
        </option>
      </select>
      <select name="other">
        <option value="1">1</option>
        <option value={`${choice}-2`}>2</option>
      </select>
      <select name="first">
        <option value="x">X</option>
        <option value="y" selected={choice === 'c'}>
          Y
        </option>
      </select>
      <p>
        {choice === 'c' ? (
          <button type="submit" name="remove">
            Remove
          </button>
        ) : undefined}
      </p>
    </form>
  )
}
