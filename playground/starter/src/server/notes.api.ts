import { api, type Call } from '@fw/runtime'
import { type Note, pad } from '../notes.ts'

/** Find notes that contain a word. Without a word: all of them. */
export const search = api({
  readonly: true,
  run: async ({ input }: Call<Search>): Promise<Note[]> => pad.find(input.word),
})

/** Write a note down. */
export const add = api({
  run: async ({ input }: Call<NewNote>): Promise<Note> => pad.add(input.text),
})

/** Throw all notes away. An agent has to wait until a person says yes. */
export const clear = api({
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
