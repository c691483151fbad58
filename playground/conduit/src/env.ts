export interface Env {
  /**
   * Signs the tokens of users. Without it, a key is created at start: tokens are then valid until the next one.
   * @minLength 16
   */
  TOKEN_SECRET?: string
  /**
   * File of the database.
   * @default .fw/data/conduit.db
   */
  DATABASE?: string
}
