/** Error that the user can fix. It is printed without a stack trace. */
export class CreateError extends Error {}
