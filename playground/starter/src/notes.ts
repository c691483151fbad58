/** The notes, in memory: gone with the process. Put a database in its place. */

/** A note. */
export interface Note {
  id: number
  text: string
}

/** A pad of notes, with one to begin with. */
export function createPad() {
  const notes: Note[] = [{ id: 1, text: 'Buy milk' }]
  let last = 1
  return {
    /** Returns the notes that contain the word, in any case; all notes without a word. */
    find: (word = ''): Note[] => notes.filter(({ text }) => text.toLowerCase().includes(word.toLowerCase())),
    add(text: string): Note {
      last += 1
      const note = { id: last, text: text.trim() }
      notes.push(note)
      return note
    },
    /** Deletes all notes and returns their number. */
    clear: (): number => notes.splice(0).length,
  }
}

export const pad = createPad()
