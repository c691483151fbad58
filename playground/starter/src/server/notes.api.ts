import { api, type Call } from '@fw/runtime'
import { type Note, pad } from '../notes.ts'

/** Finds notes that contain a word, or all notes without a word. */
export const search = api({
  access: 'public',
  readonly: true,
  run: async ({ input }: Call<Search>): Promise<Note[]> => pad.find(input.word),
})

/** Stores a note and returns it. */
export const add = api({
  access: 'public',
  run: async ({ input }: Call<NewNote>): Promise<Note> => pad.add(input.text),
})

/** Deletes all notes. Calls by agents wait until a user approves them. */
export const clear = api({
  access: 'public',
  guard: 'confirm',
  run: async (): Promise<{ deleted: number }> => ({ deleted: pad.clear() }),
})

interface Search {
  /** A part of the text, in any case. */
  word?: string
}

interface NewNote {
  /**
   * @minLength 1
   * @maxLength 200
   */
  text: string
}
