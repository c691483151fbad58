export const SECRET = 'a-long-secret'
