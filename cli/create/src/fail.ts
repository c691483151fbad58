/** Something that the person can put right: printed without a stack. */
export class CreateError extends Error {}
