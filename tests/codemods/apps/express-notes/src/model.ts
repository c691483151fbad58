export interface Note {
  id: string
  title: string
  text: string
  tags: string[]
  pinned: boolean
}

/** What a person writes. */
export interface NewNote {
  /**
   * One line.
   * @minLength 1
   * @maxLength 120
   */
  title: string
  text: string
  tags: string[]
}

export interface Tag {
  name: string
  color: string
}
