import { z } from 'zod'
import type { NewNote, Note, Tag } from './model.js'

const notes = new Map<string, Note>()
export const tags: Tag[] = [{ name: 'home', color: '#264' }]

export const newTag = z.object({ name: z.string().min(1), color: z.string().regex(/^#[0-9a-f]{3,6}$/) })

let last = 0

export function add(note: NewNote): Note {
  last += 1
  const made = { ...note, id: String(last), pinned: false }
  notes.set(made.id, made)
  return made
}

export const get = (id: string) => notes.get(id)
export const all = () => [...notes.values()]
export const remove = (id: string) => notes.delete(id)

export async function save(note: Note): Promise<Note> {
  notes.set(note.id, note)
  return note
}
