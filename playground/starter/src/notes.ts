/** The notes, in memory: gone with the process. Put a database in its place. */

/** What somebody wrote down. */
export interface Note {
  id: number
  text: string
}

/** A pad of notes, with one to begin with. */
export function createPad() {
  const notes: Note[] = [{ id: 1, text: 'Buy milk' }]
  let last = 1
  return {
    /** Notes that contain the word, whatever its case; all of them without one. */
    find: (word = ''): Note[] => notes.filter(({ text }) => text.toLowerCase().includes(word.toLowerCase())),
    add(text: string): Note {
      last += 1
      const note = { id: last, text: text.trim() }
      notes.push(note)
      return note
    },
    /** Answers how many there were. */
    clear: (): number => notes.splice(0).length,
  }
}

export const pad = createPad()
